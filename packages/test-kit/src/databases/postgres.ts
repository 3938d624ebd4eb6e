/** PostgreSQL on a server, and in the process (PGlite). */

import type { PGlite } from "@electric-sql/pglite";
import type { Pool } from "pg";
import { freshName, observed, type ServerKind, type TestDatabaseKind } from "./kind.ts";

const server: string = process.env.POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Emptied and used again: making one takes 150 ms, as PostgreSQL copies a template. */
const empty: string[] = [];

/** Each database is one of its own, until it is closed. */
export const postgres: ServerKind = {
  name: "postgres",
  probe: async () => void (await asServer(["select 1"])),
  async open(connections = 5) {
    const { default: pg } = await import("pg");
    const url = empty.pop() ?? (await makeDatabase());
    const pools: Pool[] = [];
    const open = (): Pool => {
      const pool = new pg.Pool({ connectionString: url, max: connections });
      // Emptying the database cuts off connections that are still saying good-bye.
      pool.on("connect", (client) => void client.on("error", () => {}));
      pools.push(pool);
      return pool;
    };
    const pool = open();
    const test = observed(pool, {
      second: open,
      run: async (text) => void (await pool.query(text)),
      scans: async (text) => readsAll(planIn(await asServer(explaining(text), url))),
      plan: async (text) => JSON.stringify(planIn(await asServer(explaining(text), url))),
      async close() {
        await Promise.all(pools.map((one) => one.end()));
        await asServer(emptying, url);
        empty.push(url);
      },
    });
    return { ...test, url };
  },
  async finish() {
    for (const url of empty.splice(0)) await asServer([`drop database ${new URL(url).pathname.slice(1)} with (force)`]);
  },
};

/** Processes that were killed may still hold locks. */
const emptying = [
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  "drop schema public cascade",
  "create schema public",
];

async function makeDatabase(): Promise<string> {
  const name = freshName();
  await asServer([`create database ${name}`]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

let idle: PGlite | null = null;

/** Starting one takes seconds: what was closed is emptied and used again. */
export const pglite: TestDatabaseKind = {
  name: "pglite",
  async open() {
    const { PGlite } = await import("@electric-sql/pglite");
    const database = idle ?? new PGlite();
    idle = null;
    await database.waitReady;
    return observed(database, {
      run: async (text) => void (await database.exec(text)),
      async plan(text) {
        const results = await database.exec(explaining(text).join(";"));
        await database.exec("deallocate explained; reset all");
        return JSON.stringify(planIn(results.at(-1)?.rows ?? []));
      },
      async close() {
        await database.exec("drop schema public cascade; create schema public");
        idle = database;
      },
    });
  },
};

async function asServer(statements: readonly string[], at: string = server): Promise<unknown[]> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: at, connectionTimeoutMillis: 2000 });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Forbidden to read whole tables, it does so only where no index would do. */
function explaining(text: string): string[] {
  const places = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const nulls = places === 0 ? "" : `(${Array.from({ length: places }, () => "null").join(", ")})`;
  return [
    "analyze",
    "set enable_seqscan = off",
    "set plan_cache_mode = force_generic_plan",
    `prepare explained as ${text}`,
    `explain (format json) execute explained${nulls}`,
  ];
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

function planIn(rows: readonly unknown[]): PlanNode {
  const [{ "QUERY PLAN": plan }] = rows as readonly [{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }];
  return plan[0].Plan;
}

function readsAll({ "Node Type": type, "Index Cond": condition, Plans = [] }: PlanNode): boolean {
  const isWhole =
    type === "Seq Scan" || (/^(?:Index|Index Only|Bitmap Index) Scan$/.test(type) && condition === undefined);
  return isWhole || Plans.some(readsAll);
}
