/**
 * Measures how many webhooks per second one process verifies, records, and applies, with SQLite in a file as in the
 * other benchmarks.
 *
 * tsx scripts/bench/deliveries.ts [--seconds=5]
 */

import { createHmac, randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { billing } from "@latchkey/billing";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "5" } } });
const milliseconds = Number(values.seconds) * 1000;
/** Number of concurrent requests. */
const concurrency = 8;
const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
const key = Buffer.from(secret.slice(6), "base64");
const fixtures = new URL("../../packages/billing/fixtures/", import.meta.url);

const rows = [
  await measure("customer.updated", { handlers: false }),
  await measure("order.paid-subscription-create", { handlers: false }),
  await measure("subscription.updated-metered", { handlers: false }),
  await measure("subscription.updated-metered", { handlers: true }),
];
console.log("| delivery | bytes | a second |\n| --- | --- | --- |");
for (const { name, bytes, rate } of rows)
  console.log(`| ${name} | ${bytes} | ${Math.round(rate).toLocaleString("en")} |`);

/** Sends deliveries of one kind, each with its own id and for a different entity. */
async function measure(fixture: string, { handlers }: { readonly handlers: boolean }) {
  const file = join(tmpdir(), `latchkey-deliveries-${randomUUID()}.db`);
  const database = await sqlite(file);
  const auth = createAuth({
    baseURL: "http://app.test",
    secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
    database: sqlAdapter(database),
    plugins: [billing({ secret, ...(handlers ? { webhooks: { onEvent: () => {} } } : {}) })],
  });
  await auth.migrate();
  const body = JSON.parse(readFileSync(new URL(`${fixture}.json`, fixtures), "utf8"));
  const send = async (): Promise<void> => {
    const { status } = await auth.handler(delivery({ ...body, data: { ...body.data, id: randomUUID() } }));
    if (status !== 200) throw new Error(`A delivery was answered with ${status}.`);
  };
  try {
    await during(milliseconds / 5, send);
    const sent = await during(milliseconds, send);
    const name = handlers ? `${fixture}, with a handler` : fixture;
    return { name, bytes: JSON.stringify(body).length, rate: (sent.count * 1000) / sent.took };
  } finally {
    database.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  }
}

async function during(
  length: number,
  send: () => Promise<void>,
): Promise<{ readonly count: number; readonly took: number }> {
  const start = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - start < length) {
      await send();
      count++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { count, took: performance.now() - start };
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
