/** `latchkey migrate`: brings a database to the tables it should have. */

import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/kysely/sqlite";
import type { Output } from "./main.ts";
import { schemaOf } from "./plugins.ts";

/** What `latchkey migrate` takes. */
export interface MigrateOptions {
  readonly database: string | undefined;
  readonly dryRun: boolean;
  readonly plugins: readonly string[];
}

/** @returns the exit code: 1 where something is left that has to be mended by hand */
export async function migrate({ database, dryRun, plugins }: MigrateOptions, { out, error }: Output): Promise<number> {
  if (!database) throw new Error("--database is missing: give a SQLite file, postgres://… or mysql://…");
  const { source, close } = await open(database);
  try {
    const { migrations } = kyselyAdapter(source).connect(await schemaOf(plugins));
    if (!migrations) throw new Error("This database needs no migration.");
    const plan = await (dryRun ? migrations.plan() : migrations.migrate());
    for (const statement of plan.statements) out(`${statement};`);
    out(summary(plan.statements.length, dryRun));
    for (const problem of plan.problems) error(problem);
    return plan.problems.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

function summary(count: number, dryRun: boolean): string {
  if (count === 0) return "The database has everything.";
  return dryRun ? `${count} statements would run.` : `${count} statements ran.`;
}

interface Opened {
  readonly source: Parameters<typeof kyselyAdapter>[0];
  close(): Promise<void>;
}

async function open(database: string): Promise<Opened> {
  if (/^postgres(?:ql)?:/.test(database)) {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString: database, max: 1 });
    return { source: pool as never, close: () => pool.end() };
  }
  if (/^(?:mysql|mariadb):/.test(database)) {
    const { createPool } = await import("mysql2/promise");
    const pool = createPool({ uri: database.replace(/^mariadb:/, "mysql:"), connectionLimit: 1 });
    return { source: pool as never, close: () => pool.end() };
  }
  const file = await sqlite(database.replace(/^(?:sqlite|file):(?:\/\/)?/, ""));
  return { source: file, close: async () => file.close() };
}
