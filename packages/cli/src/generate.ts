/** `latchkey generate`: prints the tables as SQL, a Drizzle schema, or Prisma models. */

import type { Schema } from "@latchkey/core/database";
import { drizzleSchema } from "@latchkey/drizzle/generate";
import { prismaSchema } from "@latchkey/prisma/generate";
import { createStatementsFor, type DdlDialect } from "@latchkey/sql/ddl";
import { type Command, type Flags, textFlag } from "./command.ts";
import { schemaOfTarget } from "./plugins.ts";
import { loadTarget, targetOptions } from "./project/target.ts";

const dialects: readonly string[] = ["sqlite", "postgres", "mysql", "mariadb"] satisfies readonly DdlDialect[];

/** Output formats by flag. */
const writers = {
  drizzle: drizzleSchema,
  prisma: prismaSchema,
  sql: (schema: Schema, dialect: DdlDialect): string =>
    createStatementsFor(schema, dialect)
      .map((statement) => `${statement};`)
      .join("\n\n"),
} as const;

export const generateCommand: Command = {
  summary: "Print the schema for your migration tool",
  help: `latchkey generate --dialect DIALECT [--drizzle | --prisma] [--plugins LIST]

  --dialect   ${dialects.join(", ")}
  --drizzle   a Drizzle schema, in place of SQL
  --prisma    models for a Prisma schema, in place of SQL
  --plugins   ids of official plugins: organization,two-factor. The app isn't loaded then  (else: the auth file)
  --auth      the file that calls createAuth               (else: auth.ts, src/auth.ts, lib/auth.ts, …)`,
  options: {
    dialect: { type: "string" },
    drizzle: { type: "boolean" },
    prisma: { type: "boolean" },
    plugins: targetOptions.plugins,
    auth: targetOptions.auth,
  },
  async run(flags, terminal) {
    const dialect = textFlag(flags, "dialect");
    if (dialect === undefined || !dialects.includes(dialect)) {
      throw new Error(`--dialect is ${dialect ?? "missing"}: give one of ${dialects.join(", ")}.`);
    }
    const target = await loadTarget(terminal, { auth: textFlag(flags, "auth"), plugins: textFlag(flags, "plugins") });
    terminal.out(writers[formOf(flags)](await schemaOfTarget(target), dialect as DdlDialect));
    return 0;
  },
};

function formOf({ drizzle, prisma }: Flags): keyof typeof writers {
  if (drizzle && prisma) throw new Error("--drizzle and --prisma: give one of them.");
  return drizzle ? "drizzle" : prisma ? "prisma" : "sql";
}
