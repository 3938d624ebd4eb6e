/** An app with billing, and the payment provider that sends events to it. */

import type { Adapter } from "@latchkey/core/database";
import { plainPasswords, startAuth } from "@latchkey/test-kit";
import { mirrorTables } from "../src/mirror/tables.ts";
import type { BillingOptions } from "../src/options.ts";
import { billing } from "../src/plugin.ts";
import { linkTable } from "../src/references/table.ts";
import { type Body, deliveryOf, type SendOptions, secret } from "./platform.ts";

export async function startBilling(options: Partial<BillingOptions> = {}, authOptions: object = {}) {
  const emailAndPassword = { enabled: true, password: plainPasswords };
  const app = await startAuth({ emailAndPassword, plugins: [billing({ secret, ...options })], ...authOptions });
  const send = async (body: Body | string | Uint8Array, sent: Partial<SendOptions> = {}) => {
    const response = await app.auth.handler(deliveryOf(body, { now: app.clock.now(), ...sent }));
    return { status: response.status, body: await response.json() };
  };
  return { ...app, db: app.auth.$context.db, send };
}

/** Links a reference to a customer without an external id. Finding that customer takes a second query. */
export async function linkCustomer(db: Adapter, referenceId: string, customerId: string): Promise<void> {
  const now = new Date();
  const row = { referenceId, customerId, state: "linked", error: null, createdAt: now, updatedAt: now } as const;
  await db.insert(linkTable, { id: `link-of-${referenceId}`, ...row });
}

/** Everything in the mirror, by table. */
export async function mirrorOf(db: Adapter): Promise<Record<string, object[]>> {
  const tables: Record<string, object[]> = {};
  for (const table of mirrorTables) {
    tables[table.name] = await db.findMany(table, { orderBy: [{ column: "id" }], limit: 100_000 });
  }
  return tables;
}

/** The mirror without versions, so that two apps can be compared. Versions end with the time of arrival. */
export async function comparableMirrorOf(db: Adapter): Promise<Record<string, object[]>> {
  const tables = await mirrorOf(db);
  const comparable = ([name, rows]: [string, object[]]) => [name, rows.map((row) => ({ ...row, version: undefined }))];
  return Object.fromEntries(Object.entries(tables).map(comparable));
}
