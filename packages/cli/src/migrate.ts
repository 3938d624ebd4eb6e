/** `latchkey migrate`: adds missing tables and columns to a database. */

import type { Schema } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import { migrateFromBetterAuth } from "./better-auth/migrate.ts";
import { type Command, textFlag } from "./command.ts";
import { isMissingFile, type OpenDatabase, openDatabase } from "./database/open.ts";
import { readTables } from "./doctor/sql.ts";
import { collisionProblem, fillLowerSlugs, nonconformingNote, readSlugs } from "./organization/slugs.ts";
import { schemaOfTarget } from "./plugins.ts";
import { databaseOf, loadTarget, type Target, targetHelp, targetOptions } from "./project/target.ts";
import type { Output } from "./terminal.ts";

/**
 * Adds what the database lacks, or only prints it with `dryRun`.
 * @returns whether nothing is left to fix manually
 */
export async function migrate(
  { source }: OpenDatabase,
  schema: Schema,
  { substringIndexes }: Pick<Target, "substringIndexes">,
  dryRun: boolean,
  { out, error }: Output,
): Promise<boolean> {
  const { migrations } = sqlAdapter(source, { substringIndexes }).connect(schema);
  if (!migrations) throw new Error("This database needs no migration.");
  const plan = await (dryRun ? migrations.plan() : migrations.migrate());
  for (const statement of plan.statements) out(`${statement};`);
  out(summary(plan.statements.length, dryRun));
  for (const problem of plan.problems) error(problem);
  return plan.problems.length === 0;
}

/** Migrates an app's database. First reports existing data that prevents it. */
async function migrateTarget(
  database: OpenDatabase,
  target: Target,
  dryRun: boolean,
  output: Output,
): Promise<boolean> {
  const before = await readTables(database);
  const slugs = await readSlugs(before, target);
  const [problem, note] = [collisionProblem(slugs), nonconformingNote(slugs)];
  if (note !== null) output.out(note);
  if (problem !== null) {
    output.error(`${problem} Nothing was changed.`);
    return false;
  }
  const isDone = await migrate(database, await schemaOfTarget(target, before), target, dryRun, output);
  if (!dryRun) await fillLowerSlugs(await readTables(database), database);
  return isDone;
}

export const migrateCommand: Command = {
  summary: "Create or update database tables",
  help: `latchkey migrate [--database URL] [--plugins LIST] [--dry-run]
latchkey migrate --from better-auth [--hash-sessions] [--dry-run]

Adds missing tables, columns, indexes, and foreign keys. It never removes or narrows anything. If the app's database adapter
sets substringIndexes, it also creates those indexes. Several processes can run it at the same time.

  --dry-run   prints the statements without running them
${targetHelp}

  --from better-auth  also converts the columns of better-auth's tables, migrates 2FA secrets (encrypted with
                      BETTER_AUTH_SECRET), and ends sessions
  --hash-sessions     keeps sessions of clients that send an Authorization: Bearer token. Browsers must sign in again

The exit code is 1 if there's something that you have to fix manually. The output says what.`,
  options: {
    ...targetOptions,
    "dry-run": { type: "boolean" },
    from: { type: "string" },
    "hash-sessions": { type: "boolean" },
  },
  async run(flags, terminal) {
    const dryRun = flags["dry-run"] === true;
    const target = await loadTarget(terminal, {
      auth: textFlag(flags, "auth"),
      plugins: textFlag(flags, "plugins"),
      database: textFlag(flags, "database"),
    });
    const from = textFlag(flags, "from");
    const hashSessions = flags["hash-sessions"] === true;
    if (from !== undefined && from !== "better-auth") throw new Error(`--from is ${from}. Use better-auth.`);
    if (hashSessions && !from) throw new Error("--hash-sessions only works with --from better-auth.");
    const { folder } = terminal;
    const address = databaseOf(target);
    // A dry run uses an in-memory database instead of creating the missing file.
    const opened = dryRun && isMissingFile(address, folder) ? ":memory:" : address;
    const database = await openDatabase(opened, { folder, readOnly: dryRun });
    try {
      if (from) return (await migrateFromBetterAuth(database, target, { dryRun, hashSessions }, terminal)) ? 0 : 1;
      return (await migrateTarget(database, target, dryRun, terminal)) ? 0 : 1;
    } finally {
      await database.close();
    }
  },
};

function summary(count: number, dryRun: boolean): string {
  if (count === 0) return "The database is up to date.";
  const statements = count === 1 ? "1 statement" : `${count} statements`;
  return dryRun ? `${statements} would run.` : `${statements} ran.`;
}
