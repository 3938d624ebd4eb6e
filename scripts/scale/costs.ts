/** Measures the cost of one call of each kind: statements, processor time of app and PostgreSQL, and WAL. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Auth, createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { createBrowser, type TestBrowser } from "@latchkey/test-kit";
import pg from "pg";
import { startPostgres } from "../soak/services.ts";
import type { CallName } from "./day.ts";

/** The cost of one call, averaged over many. */
export interface CallCost {
  readonly statements: number;
  /** Milliseconds of processor time in the app's process, hashing included. */
  readonly appMs: number;
  /** Milliseconds of processor time in all of PostgreSQL's processes. */
  readonly databaseMs: number;
  /** Bytes of write-ahead log. */
  readonly walBytes: number;
}

export type Costs = Readonly<Record<CallName, CallCost>>;

/** Bytes of one row with its indexes, by table. */
export type RowBytes = Readonly<Record<string, number>>;

interface Bench {
  readonly auth: Auth;
  readonly pool: pg.Pool;
  readonly postmaster: number;
  readonly counter: { statements: number };
  readonly clock: { aheadMs: number };
}

const origin = "http://app.test";
const password = "a long enough password";
const day = 86_400_000;

/** @param repeats number of measured calls of each kind */
export async function measureCosts(repeats: number): Promise<{ costs: Costs; rows: RowBytes }> {
  const service = await startPostgres();
  try {
    const bench = await createBench(service.url);
    try {
      const costs = await measureCalls(bench, repeats);
      return { costs, rows: await measureRows(bench) };
    } finally {
      await bench.pool.end();
    }
  } finally {
    await service.close();
  }
}

async function createBench(url: string): Promise<Bench> {
  const server = new URL(url);
  server.pathname = "/postgres";
  const pool = new pg.Pool({ connectionString: server.href, max: 8 });
  const counter = { statements: 0 };
  const clock = { aheadMs: 0 };
  const onStatement = (): void => {
    counter.statements++;
  };
  const auth = createAuth({
    baseURL: origin,
    secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
    database: sqlAdapter(pool, { onStatement }),
    emailAndPassword: { enabled: true, sendResetPassword: async () => {} },
    session: { cookieCache: { enabled: true } },
    rateLimit: { enabled: false },
    clock: () => new Date(Date.now() + clock.aheadMs),
    logger: { disabled: true },
  });
  await auth.migrate();
  const { rows } = await pool.query<{ data_directory: string }>("show data_directory");
  const lines = readFileSync(join(rows[0]?.data_directory as string, "postmaster.pid"), "utf8").split("\n");
  return { auth, pool, counter, clock, postmaster: Number(lines[0]) };
}

async function measureCalls(bench: Bench, repeats: number): Promise<Costs> {
  const { auth, clock } = bench;
  const people = Array.from({ length: repeats + warmUps }, (_, at) => ({
    email: `p${at}@example.com`,
    browser: createBrowser(auth.handler, `${origin}/api/auth`),
  }));
  const each = (work: (browser: TestBrowser, email: string) => Promise<{ status: number }>) =>
    measure(bench, people, (person) => work(person.browser, person.email));
  const read = (browser: TestBrowser) => browser.get("/get-session");

  const signUp = await each((browser, email) => browser.post("/sign-up/email", { email, password, name: "Ann Lee" }));
  const signIn = await each((browser, email) => browser.signIn(email, password));
  const readByCookie = await each(read);
  clock.aheadMs += 10 * 60_000;
  const readByDatabase = await each(read);
  clock.aheadMs += 2 * day;
  const extend = await each(read);
  const update = await each((browser) => browser.post("/update-user", { name: "Ann Miller" }));
  const signOut = await each((browser) => browser.post("/sign-out"));
  return { signUp, signIn, readByCookie, readByDatabase, extend, update, signOut };
}

/** Number of calls before the measured ones. */
const warmUps = 50;

async function measure<T>(
  bench: Bench,
  people: readonly T[],
  call: (person: T) => Promise<{ status: number }>,
): Promise<CallCost> {
  const run = async (person: T): Promise<void> => {
    const { status } = await call(person);
    if (status !== 200) throw new Error(`A call responded with ${status}.`);
  };
  for (const person of people.slice(0, warmUps)) await run(person);
  const measured = people.slice(warmUps);
  const before = await usage(bench);
  for (const person of measured) await run(person);
  const after = await usage(bench);
  const perCall = (key: keyof CallCost): number => (after[key] - before[key]) / measured.length;
  return {
    statements: perCall("statements"),
    appMs: perCall("appMs"),
    databaseMs: perCall("databaseMs"),
    walBytes: perCall("walBytes"),
  };
}

async function usage({ pool, counter, postmaster }: Bench): Promise<CallCost> {
  const lsn = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes";
  const { rows } = await pool.query<{ bytes: number }>(lsn);
  const { user, system } = process.cpuUsage();
  return {
    statements: counter.statements,
    appMs: (user + system) / 1000,
    databaseMs: processorTime(postmaster),
    walBytes: rows[0]?.bytes as number,
  };
}

/** Returns the processor time of a process and its children so far, in milliseconds. Linux counts it in steps of 10. */
function processorTime(parent: number): number {
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      // The fields after the program's name, which can contain spaces: state, parent, …, user time, system time.
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      if (Number(name) === parent || Number(fields[1]) === parent) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process ended meanwhile.
    }
  }
  return ticks * 10;
}

/** Copies the existing rows until there are enough of them to measure the size of one. */
async function measureRows({ pool, auth }: Bench): Promise<RowBytes> {
  for (const person of ["a", "b"]) {
    const browser = createBrowser(auth.handler, `${origin}/api/auth`);
    const signedUp = await browser.post("/sign-up/email", { email: `${person}@rows.test`, password, name: "Ann Lee" });
    if (signedUp.status !== 200) throw new Error(`A sign-up responded with ${signedUp.status}.`);
  }
  const sizes: Record<string, number> = {};
  for (const table of ["user", "account", "session", "audit"]) {
    const copy = await copyStatement(pool, table);
    const before = await tableSize(pool, table);
    for (let inserted = 0; inserted < rowsToCopy; ) inserted += (await pool.query(copy)).rowCount ?? 0;
    const after = await tableSize(pool, table);
    sizes[table] = (after.bytes - before.bytes) / (after.rows - before.rows);
  }
  return sizes;
}

const rowsToCopy = 50_000;

/** Inserts copies of up to 1,000 rows. Unique text gets new random values of the same length. */
async function copyStatement(pool: pg.Pool, table: string): Promise<string> {
  const unique = await pool.query<{ name: string }>(
    `select distinct a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      and a.attnum = any(i.indkey) where i.indrelid = $1::regclass and i.indisunique and a.atttypid = 'text'::regtype`,
    [`"${table}"`],
  );
  const all = await pool.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
    [`"${table}"`],
  );
  const isUnique = new Set(unique.rows.map(({ name }) => name));
  const random = "substr(md5(random()::text) || md5(random()::text), 1,";
  const value = (name: string): string => (isUnique.has(name) ? `${random} length("${name}"))` : `"${name}"`);
  const columns = all.rows.map(({ name }) => name);
  const names = columns.map((name) => `"${name}"`).join(", ");
  return `insert into "${table}" (${names}) select ${columns.map(value).join(", ")} from "${table}" limit 1000`;
}

async function tableSize(pool: pg.Pool, table: string): Promise<{ bytes: number; rows: number }> {
  const size = `select pg_total_relation_size('"${table}"')::float8 as bytes, (select count(*)::float8 from "${table}") as rows`;
  const { rows } = await pool.query<{ bytes: number; rows: number }>(size);
  return rows[0] as { bytes: number; rows: number };
}
