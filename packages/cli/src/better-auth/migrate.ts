/** `latchkey migrate --from better-auth`: converts a better-auth database in place. */

import { createAuth } from "@latchkey/core";
import type { MigrationPlan } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";
import { pluralize } from "../doctor/finding.ts";
import { readTables, type Tables } from "../doctor/sql.ts";
import { collisionProblem, nonconformingNote, readSlugs } from "../organization/slugs.ts";
import { pluginsOfTarget, schemaOfTarget } from "../plugins.ts";
import { currentSecret } from "../project/secrets.ts";
import type { Target } from "../project/target.ts";
import { makeSecret } from "../secret.ts";
import type { Output } from "../terminal.ts";
import { type BetterAuthSecrets, readBetterAuthSecrets } from "./ciphers.ts";
import { readPendingData } from "./data.ts";
import { hasBetterAuthColumns } from "./detect.ts";
import { journalPlugin, keepDoneSteps, readDoneSteps, withJournal } from "./journal.ts";
import { tablesToRename } from "./renamed-tables.ts";
import { report } from "./report.ts";
import { runSteps } from "./steps.ts";
import { countUnreadableTokens } from "./tokens.ts";

/** Options for the migration. */
export interface BetterAuthMigrationOptions {
  readonly dryRun: boolean;
  /** Whether to keep sessions, by storing the hash of their tokens. */
  readonly hashSessions: boolean;
}

/**
 * Migrates the database. A second run completes an interrupted migration, and changes nothing after a complete one.
 * @returns whether nothing is left to fix manually
 * @throws {Error} if it isn't a better-auth database, or data would be lost. In that case, nothing is changed.
 */
export async function migrateFromBetterAuth(
  database: OpenDatabase,
  target: Target,
  { dryRun, hashSessions }: BetterAuthMigrationOptions,
  terminal: Output,
): Promise<boolean> {
  const { out, error } = terminal;
  const before = await readTables(database);
  checkSource(before);
  await checkPlugins(before, target);
  const secrets = readBetterAuthSecrets(target.environment);
  const done = await readDoneSteps(before);
  const data = await readPendingData(before, target, secrets, done);
  await checkTokensReadable(before, secrets);
  const slugs = await readSlugs(before, target);
  const [collision, note] = [collisionProblem(slugs), nonconformingNote(slugs)];
  if (collision !== null) throw new Error(`${collision} Nothing was changed.`);
  if (note !== null) out(note);
  const encrypts = data.factors.length + data.tokens + data.sso.providers.length > 0;
  const secret = encrypts ? currentSecret(target) : makeSecret();

  // A plain `migrate` gave pending verification links an empty kind, which nothing can use.
  if (!dryRun && before.has("verification", "kind")) {
    await database.execute(`delete from ${before.quote("verification")} where kind = ''`);
  }
  if (!dryRun && !(await canConvert(database, target, before, error))) return false;
  if (!dryRun) await keepDoneSteps(before, database, done);
  const { statements, problems } = await convert(database, target, before, dryRun);
  for (const statement of statements) out(`${statement};`);
  out(`${pluralize(statements.length, "statement")} ${dryRun ? "would run" : "ran"}.`);

  if (dryRun) {
    report(data, { skippedProviders: [], unusableNumbers: 0 }, { dryRun, hashSessions }, terminal);
  } else {
    const { $context: context } = createAuth({
      baseURL: "http://localhost",
      secret,
      database: sqlAdapter(database.source),
      plugins: [...(await pluginsOfTarget(target, before)), journalPlugin],
    });
    const failed = await runSteps(context, database, data, { secrets, hashSessions });
    report(data, failed, { dryRun, hashSessions }, terminal);
  }
  for (const problem of problems) error(problem);
  return problems.length === 0;
}

async function convert(
  database: OpenDatabase,
  target: Target,
  tables: Tables,
  dryRun: boolean,
): Promise<MigrationPlan> {
  const adapter = sqlAdapter(database.source, { substringIndexes: target.substringIndexes });
  const { migrations } = adapter.connect(withJournal(await schemaOfTarget(target, tables)));
  if (!migrations) throw new Error("This database can't be migrated. Use SQLite, PostgreSQL, MySQL, or MariaDB.");
  const options = { convert: true, aside: tablesToRename(tables, target.plugins) };
  return dryRun ? migrations.plan(options) : migrations.migrate(options);
}

/** Reports what has to be fixed manually, before any change, while the old app still runs on these tables. */
async function canConvert(
  database: OpenDatabase,
  target: Target,
  tables: Tables,
  say: (text: string) => void,
): Promise<boolean> {
  const { problems } = await convert(database, target, tables, true);
  for (const problem of problems) say(problem);
  if (problems.length > 0) say("Nothing was changed. Fix this, and run the command again.");
  return problems.length === 0;
}

function checkSource(tables: Tables): void {
  if (hasBetterAuthColumns(tables)) return;
  throw new Error(
    "This database wasn't created by better-auth's migration: user, account, and session lack its columns. If your tables have other names, use @latchkey/drizzle or @latchkey/prisma.",
  );
}

/** Throws if users are banned or have 2FA, but the app would no longer check it. */
async function checkPlugins(tables: Tables, { plugins }: Target): Promise<void> {
  const asked = [
    { plugin: "two-factor", column: "twoFactorEnabled", have: "2FA" },
    { plugin: "admin", column: "banned", have: "a ban" },
  ];
  for (const { plugin, column, have } of asked) {
    if (plugins.includes(plugin) || !tables.has("user", column)) continue;
    const count = await tables.count(tables.quote("user"), `${tables.quote(column)} is true`);
    if (count === 0) continue;
    throw new Error(
      `${pluralize(count, "user has", "users have")} ${have} that your app doesn't enforce, because it lacks the ${plugin} plugin. Add it, or set ${column} to false for them. Nothing was changed.`,
    );
  }
}

/** Encrypting unreadable tokens again would make them unusable. */
async function checkTokensReadable(tables: Tables, secrets: BetterAuthSecrets): Promise<void> {
  const locked = await countUnreadableTokens(tables, secrets);
  if (locked === 0) return;
  throw new Error(
    `${pluralize(locked, "provider token was", "provider tokens were")} encrypted with an unknown better-auth secret. Set BETTER_AUTH_SECRET (or BETTER_AUTH_SECRETS) to the secret that better-auth used, or set these account columns to null, and users get new tokens when they sign in. Nothing was changed.`,
  );
}
