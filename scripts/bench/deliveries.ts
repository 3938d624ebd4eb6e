/**
 * Measures how many webhooks per second one process verifies, records, and applies, on SQLite in a file and on
 * PostgreSQL. Runs the floor in the same process for comparison.
 *
 * tsx scripts/bench/deliveries.ts [--seconds=5] [--rounds=3] [--only=sqlite|postgres]
 *   [--delivery=customer.updated]
 */

import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { billing } from "@latchkey/billing";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { type DeliveryDatabase, openDatabase } from "./deliveries/database.ts";
import { floorReceiver } from "./deliveries/floor.ts";
import { median } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
    delivery: { type: "string" },
  },
});
const milliseconds = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);
/** Number of concurrent requests. */
const concurrency = 16;
const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
const key = Buffer.from(secret.slice(6), "base64");
const fixtures = new URL("../../packages/billing/fixtures/", import.meta.url);

/** Something that receives webhooks. */
interface Receiver {
  readonly name: string;
  receive(request: Request): Promise<Response>;
}

const deliveries = [
  { name: "customer.updated", fixture: "customer.updated", handlers: false },
  { name: "order.paid, with a subscription", fixture: "order.paid-subscription-create", handlers: false },
  { name: "subscription.updated, with meters", fixture: "subscription.updated-metered", handlers: false },
  { name: "the same, with a handler", fixture: "subscription.updated-metered", handlers: true },
] as const;

const before = loadavg()[0] ?? 0;
console.log("| Database | Delivery | Bytes | Per second | Floor | CPU per delivery | Floor |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const kind of ["sqlite", "postgres"] as const) {
  if (values.only !== undefined && values.only !== kind) continue;
  for (const { name, fixture, handlers } of deliveries) {
    if (values.delivery !== undefined && values.delivery !== name) continue;
    const body = JSON.parse(readFileSync(new URL(`${fixture}.json`, fixtures), "utf8"));
    const [own, other] = [await openDatabase(kind), await openDatabase(kind)];
    try {
      const [latchkey, floor] = await compare(body, [
        await latchkeyReceiver(own, handlers),
        { name: "floor", receive: await floorReceiver(other, key) },
      ]);
      const rates = [latchkey, floor].map((one) => digits(one?.rate ?? 0));
      const costs = [latchkey, floor].map((one) => `${(one?.cpu ?? 0).toFixed(2)} ms`);
      const cells = [kind, name, JSON.stringify(body).length, ...rates, ...costs];
      console.log(`| ${cells.join(" | ")} |`);
    } finally {
      await own.close();
      await other.close();
    }
  }
}
console.log(`\nLoad average before: ${before.toFixed(1)}, after: ${(loadavg()[0] ?? 0).toFixed(1)}.`);

async function latchkeyReceiver({ source }: DeliveryDatabase, handlers: boolean): Promise<Receiver> {
  const auth = createAuth({
    baseURL: "http://app.test",
    secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
    database: sqlAdapter(source),
    plugins: [billing({ secret, ...(handlers ? { webhooks: { onEvent: () => {} } } : {}) })],
  });
  await auth.migrate();
  return { name: "latchkey", receive: auth.handler };
}

/** How fast a receiver is. */
interface Speed {
  /** Deliveries per second. Depends on what else the machine does. */
  readonly rate: number;
  /** Milliseconds of this process's CPU per delivery, without the database server. Hardly depends on other work. */
  readonly cpu: number;
}

/** The median speeds of receivers that take turns. Each delivery has its own id and a different entity. */
async function compare(body: { readonly data: object }, receivers: readonly Receiver[]): Promise<Speed[]> {
  const speeds = receivers.map((): Speed[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { name, receive }] of receivers.entries()) {
      const speed = await during(milliseconds / rounds, async () => {
        const { status } = await receive(delivery({ ...body, data: { ...body.data, id: randomUUID() } }));
        if (status !== 200) throw new Error(`${name} responded with ${status}.`);
      });
      // The first round only warms up.
      if (round > 0) speeds[at]?.push(speed);
    }
  }
  return speeds.map((all) => ({
    rate: median(all.map(({ rate }) => rate)),
    cpu: median(all.map(({ cpu }) => cpu)),
  }));
}

async function during(length: number, send: () => Promise<void>): Promise<Speed> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - start < length) {
      await send();
      count++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (count * 1000) / (performance.now() - start), cpu: (user + system) / 1000 / count };
}

function delivery(body: object): Request {
  const [id, timestamp, text] = [randomUUID(), Math.floor(Date.now() / 1000), JSON.stringify(body)];
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  return new Request("http://app.test/api/auth/billing/webhooks", {
    method: "POST",
    body: text,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${signature}`,
    },
  });
}

function digits(rate: number): string {
  return Math.round(rate).toLocaleString("en");
}
