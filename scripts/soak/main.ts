/**
 * Simulates many users of a cluster whose nodes are killed and whose services are restarted:
 * `npx tsx scripts/soak/main.ts --minutes 10 [--kills 20] [--restarts 3] [--people 12] [--nodes 4]`
 *
 * Exits with 1 if anything that was acknowledged turned out to be wrong.
 */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Cluster, type SentMail, startCluster } from "../../examples/cluster/src/index.ts";
import { createApiClient } from "./calls.ts";
import { type FaultCounts, injectFaults } from "./faults.ts";
import { checkLedger } from "./final-check.ts";
import { check, type Ledger, openLedger } from "./ledger.ts";
import { simulateUser } from "./people/lifecycle.ts";
import { revocationBound } from "./people/sessions.ts";
import { printReport } from "./report.ts";
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
    cookieCache: { enabled: true, maxAge: revocationBound / 1000 },
    storageCache: { maxAge: revocationBound / 1000 },
  },
  // Requests are counted but the limit is never reached, because all users share one IP address.
  rateLimit: { customRules: { "/*": { window: 10, max: 1_000_000 } }, passwordGuesses: false },
  log,
  onMail: keepMail,
  onNode(at, port) {
    if (port === null && !isOver) ends++;
    say(`node-${at} ${port === null ? "has ended" : "serves"}`);
  },
});
const caller = createApiClient(cluster.url, ledger);
say(`${cluster.size} nodes behind ${cluster.url}; their log is ${log}`);

const endsAt = performance.now() + milliseconds;
const living = Promise.all(
  Array.from({ length: Number(values.people) }, () => simulateUser(caller, ledger, () => performance.now() > endsAt)),
);
const plan = { milliseconds, kills, restarts: Number(values.restarts) };
const faults: FaultCounts = await injectFaults(plan, { cluster, postgres, redis }, say);
await living;
await cluster.allRunning();
check(
  ledger,
  "no instance stops on its own",
  ends === faults.kills,
  () => `${ends} ended, ${faults.kills} were killed`,
);
say("All users sign in again");
await sleep(revocationBound);
await checkLedger(caller, ledger);

isOver = true;
printReport({ ledger, counts: caller.counts, faults, seconds: (performance.now() - begin) / 1000 });
await cluster.close();
await Promise.all([postgres.close(), redis.close()]);
process.exit(ledger.violations.length === 0 ? 0 : 1);

function keepMail({ kind, to, token }: SentMail): void {
  if (kind === "invitation") ledger.invitationTokens.set(token.split(".")[0] ?? "", token);
  if (kind === "reset-password") ledger.resetMails.set(to, { token, arrivedAt: performance.now() });
}
