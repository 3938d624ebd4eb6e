/**
 * Tables as an app gets them: the generated file is written, loaded, and passed to drizzle-kit, which creates the SQL.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Schema } from "@latchkey/core/database";
import { drizzleSchema } from "@latchkey/drizzle/generate";
import type { DdlDialect } from "@latchkey/sql/ddl";
import * as kit from "drizzle-kit/api";

// drizzle-kit adds methods to the prototypes of arrays and strings. Other test files share this process, and their
// `for...in` loops would list these methods.
for (const prototype of [Array.prototype, String.prototype]) {
  for (const name of Object.keys(prototype)) Object.defineProperty(prototype, name, { enumerable: false });
}

type Tables = Record<string, unknown>;

export interface Made {
  readonly tables: Tables;
  /** What `drizzle-kit generate` would write for an empty database. */
  readonly statements: readonly string[];
}

export async function madeFor(schema: Schema, dialect: DdlDialect): Promise<Made> {
  const folder = join(import.meta.dirname, "../.cache");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${crypto.randomUUID()}.ts`);
  writeFileSync(file, drizzleSchema(schema, dialect));
  try {
    const tables = { ...((await import(/* @vite-ignore */ file)) as Tables) };
    return { tables, statements: await statementsFor(tables, dialect) };
  } finally {
    rmSync(file);
  }
}

/** The SQL with which drizzle-kit would create these tables in an empty database. */
export async function statementsFor(tables: Tables, dialect: DdlDialect): Promise<string[]> {
  if (dialect === "sqlite")
    return kit.generateSQLiteMigration(
      await kit.generateSQLiteDrizzleJson({}),
      await kit.generateSQLiteDrizzleJson(tables),
    );
  if (dialect === "postgres")
    return kit.generateMigration(kit.generateDrizzleJson({}), kit.generateDrizzleJson(tables));
  return kit.generateMySQLMigration(await kit.generateMySQLDrizzleJson({}), await kit.generateMySQLDrizzleJson(tables));
}
