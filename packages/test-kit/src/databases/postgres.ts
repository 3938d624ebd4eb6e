/** Opens test databases on a PostgreSQL server and in the process (PGlite). */

import type { PGlite } from "@electric-sql/pglite";
import type { Pool } from "pg";
import { type DatabasePool, databasePool } from "./reuse.ts";
import { type ServerKind, type TestDatabaseKind, uniqueName, withStatementLog } from "./test-database.ts";

const server: string = process.env.POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Creating a database takes 150 ms, because PostgreSQL copies a template. */
const pool: DatabasePool = databasePool({
  create: createDatabase,
  reset: async (url) =>
    void (await runOnServer([...endOtherConnections, "drop schema public cascade", "create schema public"], url)),
  clear: async (url) => void (await runOnServer([deleteRows], url)),
  drop: async (url) => void (await runOnServer([`drop database ${nameOf(url)} with (force)`])),
});

/** Each open test has a database to itself. */
export const postgres: ServerKind = {
  name: "postgres",
  probe: async () => void (await runOnServer(["select 1"])),
  async open(connections = 5, { keepsTables = false } = {}) {
    const { default: pg } = await import("pg");
    const url = await pool.take(keepsTables);
    const pools: Pool[] = [];
    const open = (): Pool => {
      // Test data doesn't have to survive a server crash, so commits don't wait for the disk.
      const options = "-c synchronous_commit=off";
      const opened = new pg.Pool({ connectionString: url, max: connections, options });
      // Resetting the database terminates connections that are still closing, which emits errors.
      opened.on("connect", (client) => void client.on("error", () => {}));
      pools.push(opened);
      return opened;
    };
    const first = open();
    const test = withStatementLog(first, {
      second: open,
      run: async (text) => void (await first.query(text)),
      scans: async (text) => isFullScan(parsePlan(await runOnServer(explainStatements(text), url))),
      plan: async (text) => JSON.stringify(parsePlan(await runOnServer(explainStatements(text), url))),
      async close() {
        await Promise.all(pools.map((one) => one.end()));
        await pool.release(url, keepsTables);
      },
    });
    return { ...test, url };
  },
  cleanUp: () => pool.dropIdle(),
  async dropLeftovers(prefix) {
    const named = `from pg_database where starts_with(datname, '${prefix}')`;
    const rows = (await runOnServer([`select datname ${named}`])) as readonly { readonly datname: string }[];
    for (const { datname } of rows) await runOnServer([`drop database if exists ${datname} with (force)`]);
  },
};

const otherConnections =
  "from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()";

/**
 * Ends other connections first, because killed processes can still hold locks. Connections that are closing get a
 * second to end by themselves, because terminating them would emit errors in this process.
 */
const endOtherConnections = [
  `do $$ begin for i in 1..50 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (select 1 ${otherConnections});
    perform pg_sleep(0.02);
  end loop; end $$`,
  `select pg_terminate_backend(pid) ${otherConnections}`,
];

/** Faster than truncating, which gives each table and index a new file. Our foreign keys cascade or set null. */
const deleteRows = `do $$ declare one regclass; begin
  set local lock_timeout = '10s';
  for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute 'delete from ' || one;
  end loop;
end $$`;

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function createDatabase(): Promise<string> {
  const name = uniqueName();
  await runOnServer([`create database ${name}`]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Instances that were emptied for reuse. Starting one takes seconds. */
const idleInstances: PGlite[] = [];

/** A test that opens several databases gets a separate instance for each. */
export const pglite: TestDatabaseKind = {
  name: "pglite",
  async open() {
    const { PGlite } = await import("@electric-sql/pglite");
    const database = idleInstances.pop() ?? new PGlite();
    await database.waitReady;
    return withStatementLog(database, {
      run: async (text) => void (await database.exec(text)),
      async plan(text) {
        const results = await database.exec(explainStatements(text).join(";"));
        await database.exec("deallocate explained; reset all");
        return JSON.stringify(parsePlan(results.at(-1)?.rows ?? []));
      },
      async close() {
        await database.exec("drop schema public cascade; create schema public");
        idleInstances.push(database);
      },
    });
  },
};

async function runOnServer(statements: readonly string[], at: string = server): Promise<unknown[]> {
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

/** With `enable_seqscan` off, PostgreSQL reads a whole table only if no index can be used. */
function explainStatements(text: string): string[] {
  const placeholders = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const nulls = placeholders === 0 ? "" : `(${Array.from({ length: placeholders }, () => "null").join(", ")})`;
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

function parsePlan(rows: readonly unknown[]): PlanNode {
  const [{ "QUERY PLAN": plan }] = rows as readonly [{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }];
  return plan[0].Plan;
}

function isFullScan({ "Node Type": type, "Index Cond": condition, Plans = [] }: PlanNode): boolean {
  const readsAll =
    type === "Seq Scan" || (/^(?:Index|Index Only|Bitmap Index) Scan$/.test(type) && condition === undefined);
  return readsAll || Plans.some(isFullScan);
}
