/**
 * A process that syncs and never gets its second page, for tests that kill it. Argument: the SQLite file. Prints each
 * page that it requests.
 */

import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { billing } from "../src/plugin.ts";
import type { SyncPage, SyncRequest } from "../src/provider/sync.ts";
import { secret } from "./platform.ts";
import { fakeProvider } from "./provider.ts";

const [file = ""] = process.argv.slice(2);

async function listPage({ cursor }: SyncRequest): Promise<SyncPage> {
  console.log(cursor ?? "first");
  if (cursor !== null) await new Promise(() => setInterval(() => {}, 1000));
  const data = { id: "product-1", name: "Product", organization_id: "seller" };
  return { entities: [{ type: "product.updated", data }], next: "second", total: null };
}

const auth = createAuth({
  baseURL: "http://app.test",
  secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
  database: sqlAdapter(await sqlite(file)),
  logger: { disabled: true },
  plugins: [billing({ secret, provider: { ...fakeProvider(), syncResources: ["products"], listPage } })],
});
await auth.migrate();
await auth.api.billing.sync();
