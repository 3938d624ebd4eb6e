/**
 * The minimum work without a library: one HMAC, `JSON.parse`, and one transaction that stores the delivery and the
 * newest state of its entity. It validates nothing, keeps no fields, and stores no copies of other entities.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { DeliveryDatabase } from "./database.ts";

const tables = `
  create table deliveries (id text primary key, type text not null, body text not null);
  create table entities (id text primary key, modified text not null, body text not null);
`;
const upsert = `
  insert into entities values ($1, $2, $3)
  on conflict (id) do update set modified = excluded.modified, body = excluded.body
  where excluded.modified >= entities.modified
`;
const insert = "insert into deliveries values ($1, $2, $3)";

/** A delivery to store. */
interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly data: { readonly id: string; readonly modified_at: string | null; readonly created_at: string };
}

type Store = (delivery: Delivery) => Promise<void>;

/** Creates the tables, and returns the function that receives a webhook. */
export async function floorReceiver(
  database: DeliveryDatabase,
  key: Uint8Array,
): Promise<(request: Request) => Promise<Response>> {
  const store = await createStore(database);
  return async (request) => {
    const [id, timestamp] = [request.headers.get("webhook-id") ?? "", request.headers.get("webhook-timestamp")];
    const text = await request.text();
    const expected = Buffer.from(
      `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64")}`,
    );
    const given = Buffer.from(request.headers.get("webhook-signature") ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return new Response(null, { status: 400 });
    await store({ id, text, ...JSON.parse(text) });
    return Response.json({ received: true });
  };
}

async function createStore(database: DeliveryDatabase): Promise<Store> {
  if (database.kind === "postgres") {
    const pool = database.database;
    await pool.query(tables);
    return async ({ id, type, text, data }) => {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const entity = [data.id, data.modified_at ?? data.created_at, JSON.stringify(data)];
        await client.query({ name: "upsert", text: upsert, values: entity });
        await client.query({ name: "insert", text: insert, values: [id, type, text] });
        await client.query("commit");
      } finally {
        client.release();
      }
    };
  }
  const { database: file } = database;
  file.exec(tables);
  const [setEntity, addDelivery] = [file.prepare(upsert), file.prepare(insert)];
  return async ({ id, type, text, data }) => {
    file.exec("begin immediate");
    setEntity.run([data.id, data.modified_at ?? data.created_at, JSON.stringify(data)] as never);
    addDelivery.run([id, type, text] as never);
    file.exec("commit");
  };
}
