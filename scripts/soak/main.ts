/**
 * Many people at a cluster whose nodes are killed and whose services are restarted:
 * `npx tsx scripts/soak/main.ts --minutes 10 [--kills 20] [--restarts 3] [--people 12] [--nodes 4]`
 *
 * Ends with 1 if anything was not as it was acknowledged.
 */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Cluster, type SentMail, startCluster } from "../../examples/cluster/src/index.ts";
import { createCaller } from "./calls.ts";
import { type FaultCounts, makeFaults } from "./faults.ts";
import { check, type Ledger, openLedger } from "./ledger.ts";
import { live } from "./people/life.ts";
import { bound } from "./people/sessions.ts";
import { printReport } from "./report.ts";
import { lookBack } from "./review.ts";
import { startPostgres, startRedis } from "./services.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    kills: { type: "string" },
    restarts: { type: "string", default: "3" },
    people: { type: "string", default: "12" },
    nodes: { type: "string", default: "4" },
  },
});
const milliseconds = Number(values.minutes) * 60_000;
const kills = Number(values.kills ?? Math.ceil(2 * Number(values.minutes)));

process.env.NODE_ENV = "production";
const begin = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - begin) / 1000).toFixed(1).padStart(7)} s  ${text}`);

const ledger: Ledger = openLedger(say);
const log: string = join(mkdtempSync(join(tmpdir(), "latchkey-soak-")), "nodes.log");
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
let ends = 0;
let isOver = false;
const cluster: Cluster = await startCluster({
  nodes: Number(values.nodes),
  port: 0,
  database: postgres.url,
  redis: redis.url,
  prefix: "soak",
  secrets: ["Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U"],
  session: {
    updateAge: 5,
    cookieCache: { enabled: true, maxAge: bound / 1000 },
    storageCache: { maxAge: bound / 1000 },
  },
  // Counted, and never reached: all people come from one address.
  rateLimit: { customRules: { "/*": { window: 10, max: 1_000_000 } }, passwordGuesses: false },
  log,
  onMail: keepMail,
  onNode(at, port) {
    if (port === null && !isOver) ends++;
    say(`node-${at} ${port === null ? "has ended" : "serves"}`);
  },
});
const caller = createCaller(cluster.url, ledger);
say(`${cluster.size} nodes behind ${cluster.url}; their log is ${log}`);

const endsAt = performance.now() + milliseconds;
const living = Promise.all(
  Array.from({ length: Number(values.people) }, () => live(caller, ledger, () => performance.now() > endsAt)),
);
const plan = { milliseconds, kills, restarts: Number(values.restarts) };
const faults: FaultCounts = await makeFaults(plan, { cluster, postgres, redis }, say);
await living;
await cluster.whole();
check(ledger, "no node ends by itself", ends === faults.kills, () => `${ends} ended, ${faults.kills} were killed`);
say("Everybody comes back once more");
await sleep(bound);
await lookBack(caller, ledger);

isOver = true;
printReport({ ledger, counts: caller.counts, faults, seconds: (performance.now() - begin) / 1000 });
await cluster.close();
await Promise.all([postgres.close(), redis.close()]);
process.exit(ledger.violations.length === 0 ? 0 : 1);

function keepMail({ kind, to, token }: SentMail): void {
  if (kind === "reset-password") ledger.resetMails.set(to, { token, arrivedAt: performance.now() });
}
