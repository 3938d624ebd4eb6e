/** `latchkey import authjs`: imports users, accounts, and passkeys from Auth.js's tables. */

import { type Command, textFlag } from "../command.ts";
import { openDatabase } from "../database/open.ts";
import { withContext } from "../database/with-context.ts";
import { readTables } from "../doctor/sql.ts";
import { mapColumns } from "../import/columns.ts";
import { importUsers } from "../import/import-users.ts";
import { prepareRecord } from "../import/record.ts";
import { schemaOfTarget } from "../plugins.ts";
import { currentSecret } from "../project/secrets.ts";
import { databaseOf, loadTarget, targetHelp, targetOptions } from "../project/target.ts";
import { findTables, renameStatements } from "./tables.ts";
import { readAuthjsUsers } from "./users.ts";

export const importAuthjsCommand: Command = {
  summary: "Import users, accounts, and passkeys from Auth.js",
  help: `latchkey import authjs [--source URL] [--password-column NAME] [--write] [--skip-invalid]

Copies users, with their ids, provider accounts, and passkeys if the app has that plugin. It shows what it would import, and
with --write imports it in one transaction. It only reads the Auth.js tables. Another run imports what's new, and doesn't
restore what has since been deleted. Provider tokens are encrypted with the app's secret. Sessions and pending links aren't
imported.

  --source           the database with the Auth.js tables    (default: the same database)
  --users, --accounts  names of its tables, if several could match
  --password-column  the column with password hashes that the app stored itself
  --columns          more columns to import: createdAt=created_at,role
  --providers        providers with another id in Latchkey: microsoft-entra-id=microsoft
  --write            imports the users
  --skip-invalid     skips users that can't be imported, instead of importing nothing
${targetHelp}`,
  options: {
    ...targetOptions,
    source: { type: "string" },
    users: { type: "string" },
    accounts: { type: "string" },
    "password-column": { type: "string" },
    columns: { type: "string" },
    providers: { type: "string" },
    write: { type: "boolean" },
    "skip-invalid": { type: "boolean" },
  },
  async run(flags, terminal) {
    const target = await loadTarget(terminal, {
      auth: textFlag(flags, "auth"),
      plugins: textFlag(flags, "plugins"),
      database: textFlag(flags, "database"),
    });
    const { folder } = terminal;
    const write = flags.write === true;
    const address = databaseOf(target);
    // Reads through a separate connection, because the other one is in a transaction at the same time.
    const source = await openDatabase(textFlag(flags, "source") ?? address, { folder, readOnly: true });
    try {
      const database = await openDatabase(address, { folder, readOnly: !write });
      try {
        const renames = await renameStatements(database, [...(await schemaOfTarget(target)).keys()]);
        if (renames.length > 0) {
          throw new Error(`Some Auth.js tables have the same names as Latchkey's. Rename them:\n${renames.join("\n")}`);
        }
        if (!(await readTables(database)).has("user", "epoch")) {
          throw new Error("Latchkey's tables are missing. To create them, run: npx @latchkey/cli migrate");
        }
        const tables = await findTables(source, {
          users: textFlag(flags, "users"),
          accounts: textFlag(flags, "accounts"),
        });
        const options = {
          write,
          skipInvalid: flags["skip-invalid"] === true,
          hasRecord: await prepareRecord(database, !write),
        };
        const work = async (context: Parameters<typeof readAuthjsUsers>[0]): Promise<boolean> => {
          const hash = textFlag(flags, "password-column");
          const named = ["id", "emailVerified", hash && `passwordHash=${hash}`, textFlag(flags, "columns")];
          const columns = mapColumns(context, named.filter(Boolean).join(","));
          const choice = { columns, combineHash: null, providers: parseProviderMap(textFlag(flags, "providers")) };
          const people = () => readAuthjsUsers(context, source, tables, choice);
          return importUsers(context, people, options, terminal);
        };
        return (await withContext(database, target, work, currentSecret(target))) ? 0 : 1;
      } finally {
        await database.close();
      }
    } finally {
      await source.close();
    }
  },
};

function parseProviderMap(text: string | undefined): ReadonlyMap<string, string> {
  const given = text?.split(",").map((pair) => pair.split("=", 2).map((part) => part.trim())) ?? [];
  return new Map(given.map(([there = "", here = there]) => [there, here]));
}
