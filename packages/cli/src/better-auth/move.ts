/** `latchkey migrate --from better-auth`: makes a database of better-auth one of ours, in place. */

import { createAuth } from "@latchkey/core";
import type { MigrationPlan } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";
import { counted } from "../doctor/finding.ts";
import { readTables, type Tables } from "../doctor/sql.ts";
import { collisionProblem, fillLowerSlugs, foreignNote, readSlugs } from "../organization/slugs.ts";
import { pluginsOfTarget, schemaOfTarget } from "../plugins.ts";
import { currentSecret } from "../project/secrets.ts";
import type { Target } from "../project/target.ts";
import { makeSecret } from "../secret.ts";
import type { Terminal } from "../terminal.ts";
import { type ForeignSecrets, foreignSecrets } from "./ciphers.ts";
import { factorsAside, readFactors, storeFactors } from "./factors.ts";
import { hasTheirColumns } from "./origin.ts";
import { countForeignSessions, endSessions, hashSessions } from "./sessions.ts";
import { countForeignTokens, countLockedTokens, sealForeignTokens } from "./tokens.ts";

/** What is asked for. */
export interface Move {
  readonly dryRun: boolean;
  /** Keeps sessions, with the hash of their token. */
  readonly hashSessions: boolean;
}

/**
 * Each step can be done again: a run that was cut off is finished by another.
 * @returns whether nothing is left that has to be mended by hand
 * @throws {Error} it is no database of better-auth, or something of it would be lost; nothing was changed then
 */
export async function moveFromBetterAuth(
  database: OpenDatabase,
  target: Target,
  { dryRun, ...wanted }: Move,
  terminal: Terminal,
): Promise<boolean> {
  const { out, error } = terminal;
  const before = await readTables(database);
  checkSource(before);
  await checkPlugins(before, target);
  const theirSecrets = foreignSecrets(target.environment);
  const people = target.plugins.includes("two-factor") ? await readFactors(before, theirSecrets) : [];
  await checkTokens(before, theirSecrets);
  const slugs = await readSlugs(before, target);
  const [collision, note] = [collisionProblem(slugs), foreignNote(slugs)];
  if (collision !== null) throw new Error(`${collision} Nothing was changed.`);
  if (note !== null) out(note);
  const [sessions, tokens] = [await countForeignSessions(before), await countForeignTokens(before)];
  const secret = people.length + tokens > 0 ? currentSecret(target) : makeSecret();

  // Of links that were out when somebody ran a plain `migrate`: of no kind that is known here.
  if (!dryRun && before.has("verification", "kind")) {
    await database.execute(`delete from ${before.quote("verification")} where kind = ''`);
  }
  if (!dryRun && !(await canConvert(database, target, before, error))) return false;
  const { statements, problems } = await convert(database, target, before, dryRun);
  for (const statement of statements) out(`${statement};`);
  out(`${counted(statements.length, "statement")} ${dryRun ? "would run" : "ran"}.`);

  if (!dryRun) {
    const { $context: context } = createAuth({
      baseURL: "http://localhost",
      secret,
      database: sqlAdapter(database.source),
      plugins: await pluginsOfTarget(target, before),
    });
    const tables = await readTables(database);
    await markAccounts(before, tables, database);
    await fillLowerSlugs(tables, database);
    await sealForeignTokens(context, tables, theirSecrets);
    const left = await storeFactors(context, people);
    if (left > 0)
      error(`${counted(left, "backup code was", "backup codes were")} not of the form xxxxx-xxxxx, and left behind.`);
    await (wanted.hashSessions ? hashSessions(context, tables, database) : endSessions(tables, database));
  }
  const will = dryRun ? "would be" : "were";
  const codes = people.reduce((sum, { backupCodes }) => sum + backupCodes.length, 0);
  if (people.length > 0)
    out(`Second factors of ${counted(people.length, "user")} and ${counted(codes, "backup code")} ${will} taken over.`);
  if (tokens > 0) out(`Provider tokens of ${counted(tokens, "account")} ${will} encrypted.`);
  if (sessions > 0) out(`${counted(sessions, "session")} ${will} ${wanted.hashSessions ? "hashed" : "ended"}.`);
  for (const problem of problems) error(problem);
  return problems.length === 0;
}

async function convert(
  database: OpenDatabase,
  target: Target,
  tables: Tables,
  dryRun: boolean,
): Promise<MigrationPlan> {
  const { migrations } = sqlAdapter(database.source).connect(await schemaOfTarget(target, tables));
  if (!migrations) throw new Error("This database cannot be migrated.");
  const aside = {
    ...(tables.has("twoFactor", "backupCodes") && target.plugins.includes("two-factor")
      ? { twoFactor: factorsAside }
      : {}),
    // One-time links that are out: their secrets lie in the clear, and they could not be used here.
    ...(tables.has("verification", "id") && !tables.has("verification", "kind")
      ? { verification: "verification_better_auth" }
      : {}),
  };
  const options = { convert: true, aside };
  return dryRun ? migrations.plan(options) : migrations.migrate(options);
}

/** Says what only a person can mend: before anything is changed, while the old app still runs on these tables. */
async function canConvert(
  database: OpenDatabase,
  target: Target,
  tables: Tables,
  say: (text: string) => void,
): Promise<boolean> {
  const { problems } = await convert(database, target, tables, true);
  for (const problem of problems) say(problem);
  if (problems.length > 0) say("Nothing was changed. Mend this, then run it again.");
  return problems.length === 0;
}

function checkSource(tables: Tables): void {
  if (hasTheirColumns(tables)) return;
  throw new Error(
    "This is no database that better-auth's own migration made: user, account and session do not have its columns. Tables under other names are read through @latchkey/drizzle or @latchkey/prisma.",
  );
}

/** A ban, or a second factor, that nothing would look at any more. */
async function checkPlugins(tables: Tables, { plugins }: Target): Promise<void> {
  const asked = [
    { plugin: "two-factor", column: "twoFactorEnabled", have: "a second factor" },
    { plugin: "admin", column: "banned", have: "a ban" },
  ];
  for (const { plugin, column, have } of asked) {
    if (plugins.includes(plugin) || !tables.has("user", column)) continue;
    const count = await tables.count(tables.quote("user"), `${tables.quote(column)} is true`);
    if (count === 0) continue;
    throw new Error(
      `${counted(count, "user has", "users have")} ${have}, which the app would not ask about: it lacks the plugin ${plugin}. Add it, or set ${column} to false for them. Nothing was changed.`,
    );
  }
}

/** Encrypted once more as they are, nobody could ever read them. */
async function checkTokens(tables: Tables, secrets: ForeignSecrets): Promise<void> {
  const locked = await countLockedTokens(tables, secrets);
  if (locked === 0) return;
  throw new Error(
    `${counted(locked, "provider token was", "provider tokens were")} encrypted under a secret of better-auth that is not known here. Set BETTER_AUTH_SECRET (or BETTER_AUTH_SECRETS) to what it was; or set these columns of account to null, and people get new ones when they sign in. Nothing was changed.`,
  );
}

/**
 * Accounts of users whose address counts as verified there: a recovery keeps them, as it keeps the second factors that are
 * moved. Only at the move: what is linked here later says for itself whose mailbox it goes with.
 */
async function markAccounts(before: Tables, { quote, count }: Tables, { execute }: OpenDatabase): Promise<void> {
  const [user, account, mark] = [quote("user"), quote("account"), quote("verifiedEmail")];
  const isDone = before.has("account", "verifiedEmail") && (await count(account, `${mark} is not null`)) > 0;
  if (isDone) return;
  const verified = `u.id = ${account}.${quote("userId")} and u.${quote("emailVerified")} is true`;
  await execute(`update ${account} set ${mark} = (select u.email from ${user} u where ${verified})`);
}
