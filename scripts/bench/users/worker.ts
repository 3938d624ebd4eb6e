/** Runs one contender with many users in its own process, and prints how long its lists take in milliseconds. */

import { admin } from "@latchkey/admin";
import { createAuth } from "@latchkey/core";
import { type SubstringIndexes, sqlAdapter } from "@latchkey/sql";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin as peerAdmin } from "better-auth/plugins";
import { PostgresDialect, type SqliteDatabase, SqliteDialect } from "kysely";
import Database from "libsql";
import pg from "pg";
import { account, origin, paths, type StorageLocation, secret, sqlitePragmas } from "../contenders/contender.ts";
import { seed } from "./seed.ts";

/** The task from the parent process. */
export interface Task {
  readonly name: "latchkey" | "better-auth";
  readonly place: StorageLocation;
  readonly users: number;
  readonly times: number;
}

/** Medians in milliseconds, by query. `null` if there is no such call. */
export type Times = Readonly<Record<string, number | null>>;

const { name, place, users, times } = JSON.parse(process.argv[2] as string) as Task;
const pool = place.storage === "postgres" ? new pg.Pool({ connectionString: place.address }) : null;
const file = pool ? null : new Database(place.address);
file?.exec(sqlitePragmas(1));

let handler = await (name === "latchkey" ? latchkey() : peer());
const cookie = await signUp();
await seed({ pool, file, users }, account.email);

const far = Math.floor(users * 0.9);
const cursor = name === "latchkey" ? await cursorAt(far) : null;
const prefix = `user${String(Math.floor(users / 2)).slice(0, -1)}`;
const part = `limit=100&searchField=email&searchOperator=contains&searchValue=${prefix.slice(2)}`;
const results: Record<string, number | null> = {
  first: await median("limit=100"),
  "far, by cursor": cursor === null ? null : await median(`limit=100&cursor=${cursor}`),
  "far, by offset": await median(`limit=100&offset=${far}`),
  prefix: await median(`limit=100&searchField=email&searchOperator=starts_with&searchValue=${prefix}`),
  part: await median(part),
  "part, indexed": null,
};
if (name === "latchkey") {
  handler = await latchkey({ user: ["email", "name"] });
  results["part, indexed"] = await median(part);
}
process.send?.(results);
await pool?.end();
file?.close();
process.exit(0);

type Handler = (request: Request) => Promise<Response>;

async function latchkey(substringIndexes?: SubstringIndexes): Promise<Handler> {
  const auth = createAuth({
    baseURL: origin,
    secret,
    database: sqlAdapter((pool ?? file) as pg.Pool, { substringIndexes }),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    plugins: [admin()],
  });
  await auth.migrate();
  return auth.handler;
}

async function peer(): Promise<Handler> {
  const options = {
    baseURL: origin,
    secret,
    database: pool
      ? { dialect: new PostgresDialect({ pool }), type: "postgres" as const }
      : { dialect: new SqliteDialect({ database: file as unknown as SqliteDatabase }), type: "sqlite" as const },
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [peerAdmin()],
  };
  await (await getMigrations(options)).runMigrations();
  const auth = betterAuth(options);
  return (request) => auth.handler(request);
}

async function signUp(): Promise<string> {
  const headers = { "content-type": "application/json", origin };
  const body = JSON.stringify(account);
  const response = await handler(new Request(origin + paths.signUp, { method: "POST", headers, body }));
  if (!response.ok) throw new Error(`${name} doesn't sign users up: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

async function list(query: string): Promise<{ users: readonly object[]; nextCursor?: string }> {
  const url = `${origin}/api/auth/admin/list-users?${query}`;
  const response = await handler(new Request(url, { headers: { cookie } }));
  const body = await response.json();
  if (!response.ok) throw new Error(`${name}, ${query}: ${response.status} ${JSON.stringify(body)}`);
  return body as { users: readonly object[]; nextCursor?: string };
}

async function cursorAt(offset: number): Promise<string> {
  return (await list(`limit=1&offset=${offset}`)).nextCursor as string;
}

/** Measures after one warm-up call. Rejects empty lists, because they would be the fastest. */
async function median(query: string): Promise<number> {
  const { length } = (await list(query)).users;
  if (length === 0) throw new Error(`${name}, ${query}: no user was found`);
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    await list(query);
    taken.push(performance.now() - start);
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] as number;
}
