/** Runs the command line: picks a command, prints what it gives. */

import { parseArgs } from "node:util";
import { generate } from "./generate.ts";
import { migrate } from "./migrate.ts";
import { makeSecret } from "./secret.ts";

const usage = `latchkey <command>

  secret                             a new secret, for the environment
  generate --dialect D [--drizzle]   the tables as SQL, or as a Drizzle schema
  migrate --database URL [--dry-run] brings a database to the tables it should have

  --dialect   sqlite, postgres, mysql or mariadb
  --plugins   ids of the plugins that the app uses: organization,two-factor
  --database  a SQLite file, postgres://… or mysql://…
`;

/** Where a command writes, so that it can be tested. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
}

/** @returns the exit code */
export async function main(words: readonly string[], { out, error }: Output): Promise<number> {
  try {
    const { positionals, values } = parseArgs({ args: [...words], allowPositionals: true, options });
    const [command] = positionals;
    const plugins = values.plugins?.split(",").filter(Boolean) ?? [];
    if (values.help || command === undefined) {
      out(usage);
      return values.help ? 0 : 1;
    }
    switch (command) {
      case "secret":
        out(makeSecret());
        return 0;
      case "generate":
        out(await generate({ dialect: values.dialect, drizzle: values.drizzle ?? false, plugins }));
        return 0;
      case "migrate":
        return await migrate(
          { database: values.database, dryRun: values["dry-run"] ?? false, plugins },
          { out, error },
        );
      default:
        error(`There is no command "${command}".\n\n${usage}`);
        return 1;
    }
  } catch (problem) {
    error(problem instanceof Error ? problem.message : String(problem));
    return 1;
  }
}

const options = {
  dialect: { type: "string" },
  drizzle: { type: "boolean" },
  plugins: { type: "string" },
  database: { type: "string" },
  "dry-run": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
