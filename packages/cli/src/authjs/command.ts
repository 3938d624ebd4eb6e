/** `latchkey import authjs`: imports users and accounts from the tables of Auth.js. */

import { type Command, textFlag } from "../command.ts";
import { openDatabase } from "../database/open.ts";
import { withContext } from "../database/with-context.ts";
import { readTables } from "../doctor/sql.ts";
import { mapColumns } from "../import/columns.ts";
import { importUsers } from "../import/import-users.ts";
import { schemaOfTarget } from "../plugins.ts";
import { currentSecret } from "../project/secrets.ts";
import { databaseOf, loadTarget, targetHelp, targetOptions } from "../project/target.ts";
import { findTables, renameStatements } from "./tables.ts";
import { readAuthjsUsers } from "./users.ts";

export const importAuthjsCommand: Command = {
  summary: "Import users and accounts from Auth.js",
  help: `latchkey import authjs [--source URL] [--password-column NAME] [--write] [--skip-invalid]

Copies users, under their ids, and their accounts of providers; says what would be done, and with --write does it, in one
transaction. The tables of Auth.js are only read. Done again, it takes what is new. Provider tokens are encrypted with the
app's secret. Sessions and links that are out are not taken.

  --source           where Auth.js's tables are              (else: the same database)
  --users, --accounts  names of its tables, where its columns do not tell
  --password-column  the column of users with a hash that the app stored itself
  --columns          further columns: createdAt=created_at,role
  --providers        providers that are called otherwise here: microsoft-entra-id=microsoft
  --write            writes
  --skip-invalid     leaves out users who cannot be taken, in place of writing nothing
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
    // A separate connection, because it's read while the other one is in a transaction.
    const source = await openDatabase(textFlag(flags, "source") ?? address, { folder, readOnly: true });
    try {
      const database = await openDatabase(address, { folder, readOnly: !write });
      try {
        const inTheWay = await renameStatements(database, [...(await schemaOfTarget(target)).keys()]);
        if (inTheWay.length > 0) {
          throw new Error(
            `Tables of Auth.js have names that Latchkey's tables need. Rename them:\n${inTheWay.join("\n")}`,
          );
        }
        if (!(await readTables(database)).has("user", "epoch")) {
          throw new Error("Latchkey's tables are missing. Make them: npx @latchkey/cli migrate");
        }
        const tables = await findTables(source, {
          users: textFlag(flags, "users"),
          accounts: textFlag(flags, "accounts"),
        });
        const work = async (context: Parameters<typeof readAuthjsUsers>[0]): Promise<boolean> => {
          const hash = textFlag(flags, "password-column");
          const named = ["id", "emailVerified", hash && `passwordHash=${hash}`, textFlag(flags, "columns")];
          const columns = mapColumns(context, named.filter(Boolean).join(","));
          const choice = { columns, combineHash: null, providers: parseProviderMap(textFlag(flags, "providers")) };
          const people = () => readAuthjsUsers(context, source, tables, choice);
          return importUsers(context, people, { write, skipInvalid: flags["skip-invalid"] === true }, terminal);
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
