/**
 * The minimum work without a library: one HMAC and one prepared statement. It checks no origin, validates nothing, and
 * extends no session. It shows how much of a result comes from the platform and the driver.
 */

import { createHash, createHmac, randomBytes, randomUUID, scrypt, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import Database from "libsql";
import pg from "pg";
import { type Contender, cheapPasswords, paths, type StorageLocation, secret, sqlitePragmas } from "./contender.ts";

const cost = { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 };
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);
const lifetime = 7 * 86_400_000;

const tables = `
  create table if not exists users (id text primary key, name text, email text unique, salt text, hash text);
  create table if not exists sessions (token text primary key, user_id text, expires_at bigint, agent text);
`;
const select =
  "select s.user_id, s.expires_at, s.agent, u.name, u.email from sessions s join users u on u.id = s.user_id where s.token = ";

type Row = Record<string, string | number>;
type Query = (sql: string, ...parameters: (string | number)[]) => Promise<Row | undefined>;

export function floor({ storage, address, people }: StorageLocation): Contender {
  const { query, script, close } = storage === "postgres" ? postgres(address) : sqlite(address, people);
  const cached = storage === "cache";

  const hashOf = async (password: string, salt: Buffer): Promise<Buffer> =>
    people > 1 ? Buffer.from(await cheapPasswords.hash(password), "hex") : derive(password, salt, 64, cost);

  async function getSession(cookie: string | null | undefined): Promise<string> {
    const value = verified(cookie);
    if (value === null) return "null";
    if (cached) return Buffer.from(value, "base64url").toString();
    const row = await query(`${select}$1`, createHash("sha256").update(value).digest("base64url"));
    return row && Number(row.expires_at) > Date.now() ? JSON.stringify(present(row)) : "null";
  }

  async function enter({ email, password, name }: Record<string, string>, signUp: boolean): Promise<string> {
    if (signUp) {
      const salt = randomBytes(16);
      const hash = (await hashOf(password as string, salt)).toString("hex");
      await query(
        "insert into users values ($1, $2, $3, $4, $5)",
        randomUUID(),
        name as string,
        email as string,
        salt.toString("hex"),
        hash,
      );
    }
    const user = await query("select * from users where email = $1", email as string);
    const key = await hashOf(password as string, Buffer.from(String(user?.salt), "hex"));
    if (!timingSafeEqual(key, Buffer.from(String(user?.hash), "hex"))) throw new Error("wrong password");
    const token = randomBytes(32).toString("base64url");
    const stored = createHash("sha256").update(token).digest("base64url");
    const expires = Date.now() + lifetime;
    await query("insert into sessions values ($1, $2, $3, $4)", stored, String(user?.id), expires, "bench");
    const row = { user_id: user?.id, expires_at: expires, agent: "bench", name: user?.name, email: user?.email } as Row;
    return signed(cached ? Buffer.from(JSON.stringify(present(row))).toString("base64url") : token);
  }

  async function listener(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const json = { "content-type": "application/json" };
    if (incoming.method === "GET") {
      outgoing.writeHead(200, json).end(await getSession(incoming.headers.cookie));
      return;
    }
    let text = "";
    for await (const part of incoming) text += part;
    const cookie = await enter(JSON.parse(text), incoming.url === paths.signUp);
    outgoing.writeHead(200, { ...json, "set-cookie": cookie }).end("{}");
  }

  return {
    async handler(request) {
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (request.method === "GET") return new Response(await getSession(request.headers.get("cookie")), { headers });
      const body = (await request.json()) as Record<string, string>;
      const cookie = await enter(body, request.url.endsWith(paths.signUp));
      return new Response("{}", { headers: { ...headers, "set-cookie": cookie } });
    },
    listener: (incoming, outgoing) => void listener(incoming, outgoing),
    prepare: () => script(tables),
    close,
  };
}

function present(row: Row): object {
  return {
    session: { userId: row.user_id, expiresAt: new Date(Number(row.expires_at)), userAgent: row.agent },
    user: { id: row.user_id, name: row.name, email: row.email },
  };
}

const mac = (value: string): Buffer => createHmac("sha256", secret).update(value).digest();
const signed = (value: string): string => `session=${value}.${mac(value).toString("base64url")}`;

function verified(cookie: string | null | undefined): string | null {
  const value = cookie?.slice("session=".length) ?? "";
  const dot = value.lastIndexOf(".");
  if (dot <= 0) return null;
  const content = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64url");
  return given.length === 32 && timingSafeEqual(mac(content), given) ? content : null;
}

interface Connection {
  readonly query: Query;
  script(sql: string): Promise<void>;
  close(): Promise<void>;
}

function sqlite(address: string, people: number): Connection {
  const database = new Database(address);
  database.exec(sqlitePragmas(people));
  const prepared = new Map<string, Database.Statement>();
  return {
    async query(sql, ...parameters) {
      let statement = prepared.get(sql);
      if (!statement) {
        statement = database.prepare(sql.replaceAll(/\$\d/g, "?"));
        prepared.set(sql, statement);
      }
      if (sql.startsWith("select")) return statement.get(...parameters) as Row | undefined;
      statement.run(...parameters);
      return undefined;
    },
    script: async (sql) => void database.exec(sql),
    close: async () => void database.close(),
  };
}

function postgres(address: string): Connection {
  const pool = new pg.Pool({ connectionString: address });
  const names = new Map<string, string>();
  return {
    async query(sql, ...values) {
      const name = names.get(sql) ?? `floor_${names.size}`;
      names.set(sql, name);
      return (await pool.query<Row>({ name, text: sql, values })).rows[0];
    },
    script: async (sql) => void (await pool.query(sql)),
    close: () => pool.end(),
  };
}
