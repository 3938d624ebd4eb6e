/** An app with billing, and the platform that sends to it. */

import type { Adapter } from "@latchkey/core/database";
import { startAuth } from "@latchkey/test-kit";
import { mirrorTables } from "../src/mirror/tables.ts";
import type { BillingOptions } from "../src/options.ts";
import { billing } from "../src/plugin.ts";
import { type Body, deliveryOf, type SendOptions, secret } from "./platform.ts";

export async function startBilling(options: Partial<BillingOptions> = {}, authOptions: object = {}) {
  const app = await startAuth({ plugins: [billing({ secret, ...options })], ...authOptions });
  const send = async (body: Body | string | Uint8Array, sent: Partial<SendOptions> = {}) => {
    const response = await app.auth.handler(deliveryOf(body, { now: app.clock.now(), ...sent }));
    return { status: response.status, body: await response.json() };
  };
  return { ...app, db: app.auth.$context.db, send };
}

/** Everything in the mirror, by table. */
export async function mirrorOf(db: Adapter): Promise<Record<string, object[]>> {
  const tables: Record<string, object[]> = {};
  for (const table of mirrorTables) {
    tables[table.name] = await db.findMany(table, { orderBy: [{ column: "id" }], limit: 100_000 });
  }
  return tables;
}

/** The mirror without versions, which end with the time of arrival, so that two apps can be compared. */
export async function comparableMirrorOf(db: Adapter): Promise<Record<string, object[]>> {
  const tables = await mirrorOf(db);
  const comparable = ([name, rows]: [string, object[]]) => [name, rows.map((row) => ({ ...row, version: undefined }))];
  return Object.fromEntries(Object.entries(tables).map(comparable));
}
