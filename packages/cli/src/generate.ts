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
  --drizzle   prints a Drizzle schema instead of SQL
  --prisma    prints Prisma models instead of SQL
  --plugins   official plugins, such as organization,two-factor, instead of loading the app
  --auth      the file that calls createAuth             (default: auth.ts, src/auth.ts, lib/auth.ts, …)`,
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
      throw new Error(`--dialect is ${dialect ?? "missing"}. Use one of ${dialects.join(", ")}.`);
    }
    const target = await loadTarget(terminal, { auth: textFlag(flags, "auth"), plugins: textFlag(flags, "plugins") });
    terminal.out(writers[formOf(flags)](await schemaOfTarget(target), dialect as DdlDialect));
    return 0;
  },
};

function formOf({ drizzle, prisma }: Flags): keyof typeof writers {
  if (drizzle && prisma) throw new Error("Use either --drizzle or --prisma, not both.");
  return drizzle ? "drizzle" : prisma ? "prisma" : "sql";
}
