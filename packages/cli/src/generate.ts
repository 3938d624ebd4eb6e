/** `latchkey generate`: the tables as SQL or as a Drizzle schema. */

import { createStatementsFor, type DdlDialect } from "@latchkey/kysely";
import { drizzleSchema } from "./drizzle.ts";
import { schemaOf } from "./plugins.ts";

/** What `latchkey generate` takes. */
export interface GenerateOptions {
  readonly dialect: string | undefined;
  readonly drizzle: boolean;
  readonly plugins: readonly string[];
}

const dialects: readonly string[] = ["sqlite", "postgres", "mysql", "mariadb"] satisfies readonly DdlDialect[];

/** @throws {Error} an unknown dialect or plugin */
export async function generate({ dialect, drizzle, plugins }: GenerateOptions): Promise<string> {
  if (dialect === undefined || !dialects.includes(dialect)) {
    throw new Error(`--dialect is ${dialect ?? "missing"}: give one of ${dialects.join(", ")}.`);
  }
  const schema = await schemaOf(plugins);
  if (drizzle) return drizzleSchema(schema, dialect as DdlDialect);
  return createStatementsFor(schema, dialect as DdlDialect)
    .map((statement) => `${statement};`)
    .join("\n\n");
}
