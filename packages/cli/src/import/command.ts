/** `latchkey import users`: imports users with their password hashes from a file. */

import { escapeControls, type RequestContext } from "@latchkey/core/plugin";
import { type Command, textFlag } from "../command.ts";
import { openDatabase } from "../database/open.ts";
import { withContext } from "../database/with-context.ts";
import { databaseOf, readTarget, targetHelp, targetOptions } from "../project/target.ts";
import { type ColumnMapping, mapColumns, readUser } from "./columns.ts";
import { firebaseHashes } from "./firebase.ts";
import { importUsers } from "./import-users.ts";
import { type FileOptions, readRows } from "./read-file.ts";
import { prepareRecord } from "./record.ts";
import type { ImportedUser, InvalidEntry } from "./users.ts";

export const importUsersCommand: Command = {
  summary: "Import users from a CSV or JSON file",
  help: `latchkey import users FILE [--columns LIST] [--write] [--skip-invalid]

Checks each row and shows what it would import. With --write, it imports all users in one transaction. Existing users aren't changed, and imported users who have since been deleted aren't restored. FILE is .csv or .tsv with a header, .json
with a list of objects, or .jsonl.

  --columns       maps fields to columns: id=user_id,passwordHash=encrypted_password,emailVerified,role
                  Imported by default: email, name, image, passwordHash, and fields that users can set themselves
  --write         imports the users
  --skip-invalid  skips rows that can't be imported, instead of importing nothing
  --delimiter     separates the columns of a CSV file (default: a comma)
  --firebase      a file with the password hash parameters of a Firebase project. The salt is in the passwordSalt field
${targetHelp}`,
  takesArguments: true,
  options: {
    ...targetOptions,
    columns: { type: "string" },
    write: { type: "boolean" },
    "skip-invalid": { type: "boolean" },
    delimiter: { type: "string" },
    firebase: { type: "string" },
  },
  async run(flags, terminal, [file, another]) {
    if (file === undefined || another !== undefined) {
      throw new Error(
        `${another === undefined ? "FILE is missing." : `Unexpected argument "${another}". Import one file at a time.`} See: latchkey import users --help`,
      );
    }
    const target = readTarget(terminal, {
      auth: textFlag(flags, "auth"),
      plugins: textFlag(flags, "plugins"),
      database: textFlag(flags, "database"),
    });
    const { folder } = terminal;
    const firebase = textFlag(flags, "firebase");
    const combineHash = firebase === undefined ? null : firebaseHashes(firebase, folder);
    const fileOptions = { folder, delimiter: textFlag(flags, "delimiter") };
    const write = flags.write === true;
    const database = await openDatabase(databaseOf(target), { folder, readOnly: !write });
    try {
      const hasRecord = await prepareRecord(database, !write);
      const options = { write, skipInvalid: flags["skip-invalid"] === true, hasRecord };
      return await withContext(database, target, async (context) => {
        const columns = mapColumns(context, textFlag(flags, "columns"));
        await checkHeaders(file, fileOptions, columns, textFlag(flags, "columns"), terminal.error);
        const source = () => readUsers(context, file, fileOptions, { columns, combineHash });
        return (await importUsers(context, source, options, terminal)) ? 0 : 1;
      });
    } finally {
      await database.close();
    }
  },
};

async function* readUsers(
  context: RequestContext,
  file: string,
  options: FileOptions,
  choice: ColumnMapping,
): AsyncGenerator<ImportedUser | InvalidEntry> {
  for await (const row of readRows(file, options)) {
    yield "reason" in row ? row : await readUser(context, row, choice);
  }
}

/**
 * Reports the columns that aren't read.
 * @throws {Error} if no row has `email` or a column named in --columns
 */
async function checkHeaders(
  file: string,
  options: FileOptions,
  columns: ReadonlyMap<string, string>,
  named: string | undefined,
  say: (text: string) => void,
): Promise<void> {
  const present = new Set<string>();
  for await (const row of readRows(file, options)) {
    if ("values" in row) for (const name of Object.keys(row.values)) present.add(name);
  }
  const required = new Set(["email", ...(named?.split(",") ?? []).map((pair) => (pair.split("=", 1)[0] ?? "").trim())]);
  for (const [field, column] of columns) {
    if (required.has(field) && !present.has(column)) {
      throw new Error(`${file} has no column ${column} for ${field}. It has: ${joinNames([...present]) || "none"}.`);
    }
  }
  const read = new Set(columns.values());
  const unread = [...present].filter((name) => !read.has(name));
  if (unread.length > 0) say(`Not imported: ${joinNames(unread)}. To import them, add them to --columns.`);
}

function joinNames(names: readonly string[]): string {
  return names.map(escapeControls).join(", ");
}
