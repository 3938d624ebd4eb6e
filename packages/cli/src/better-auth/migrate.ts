/** `latchkey migrate --from better-auth`: converts a better-auth database in place. */

import { createAuth } from "@latchkey/core";
import type { MigrationPlan } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";
import { pluralize } from "../doctor/finding.ts";
import { readTables, type Tables } from "../doctor/sql.ts";
import { collisionProblem, fillLowerSlugs, nonconformingNote, readSlugs } from "../organization/slugs.ts";
import { pluginsOfTarget, schemaOfTarget } from "../plugins.ts";
import { currentSecret } from "../project/secrets.ts";
import type { Target } from "../project/target.ts";
import { makeSecret } from "../secret.ts";
import type { Terminal } from "../terminal.ts";
import { type BetterAuthSecrets, readBetterAuthSecrets } from "./ciphers.ts";
import { hasBetterAuthColumns } from "./detect.ts";
import { readFactors, renamedFactorTable, skippedCodeNotes, storeFactors } from "./factors.ts";
import { countGuests, migrateGuests } from "./guests.ts";
import { hasBetterAuthPasskeys, readPasskeys, renamedPasskeyTable, storePasskeys } from "./passkeys.ts";
import { countUnverifiedNumbers, migratePhoneNumbers } from "./phone-numbers.ts";
import { countUnhashedSessions, endSessions, hashSessions } from "./sessions.ts";
import { hasBetterAuthProviders, readSsoProviders, renamedSsoTable, storeSsoProviders } from "./sso-providers.ts";
import { countImportableTokens, countUnreadableTokens, encryptImportedTokens } from "./tokens.ts";

/** Options for the migration. */
export interface BetterAuthMigrationOptions {
  readonly dryRun: boolean;
  /** Whether to keep sessions, by storing the hash of their tokens. */
  readonly hashSessions: boolean;
}

/**
 * Every step can be repeated, so a second run completes an interrupted one.
 * @returns whether nothing is left to fix manually
 * @throws {Error} if it isn't a better-auth database, or data would be lost. In that case, nothing is changed.
 */
export async function migrateFromBetterAuth(
  database: OpenDatabase,
  target: Target,
  { dryRun, ...options }: BetterAuthMigrationOptions,
  terminal: Terminal,
): Promise<boolean> {
  const { out, error } = terminal;
  const before = await readTables(database);
  checkSource(before);
  await checkPlugins(before, target);
  const theirSecrets = readBetterAuthSecrets(target.environment);
  const usersWithFactors = target.plugins.includes("two-factor") ? await readFactors(before, theirSecrets) : [];
  const passkeys = target.plugins.includes("passkey") ? await readPasskeys(before) : [];
  const sso = target.plugins.includes("sso") ? await readSsoProviders(before) : { providers: [], skipped: [] };
  const skipped = [...sso.skipped];
  const numbers = target.plugins.includes("phone-number") ? await countUnverifiedNumbers(before) : 0;
  const guests = target.plugins.includes("anonymous") ? await countGuests(before) : 0;
  await checkTokensReadable(before, theirSecrets);
  const slugs = await readSlugs(before, target);
  const [collision, note] = [collisionProblem(slugs), nonconformingNote(slugs)];
  if (collision !== null) throw new Error(`${collision} Nothing was changed.`);
  if (note !== null) out(note);
  const [sessions, tokens] = [await countUnhashedSessions(before), await countImportableTokens(before)];
  const secret = usersWithFactors.length + tokens + sso.providers.length > 0 ? currentSecret(target) : makeSecret();

  // A plain `migrate` gave pending verification links an empty kind, which nothing can use.
  if (!dryRun && before.has("verification", "kind")) {
    await database.execute(`delete from ${before.quote("verification")} where kind = ''`);
  }
  if (!dryRun && !(await canConvert(database, target, before, error))) return false;
  const { statements, problems } = await convert(database, target, before, dryRun);
  for (const statement of statements) out(`${statement};`);
  out(`${pluralize(statements.length, "statement")} ${dryRun ? "would run" : "ran"}.`);

  if (!dryRun) {
    const { $context: context } = createAuth({
      baseURL: "http://localhost",
      secret,
      database: sqlAdapter(database.source),
      plugins: await pluginsOfTarget(target, before),
    });
    const tables = await readTables(database);
    await setVerifiedEmails(before, tables, database);
    await fillLowerSlugs(tables, database);
    await encryptImportedTokens(context, tables, theirSecrets);
    await storePasskeys(context, passkeys);
    skipped.push(...(await storeSsoProviders(context, sso.providers)));
    if (target.plugins.includes("anonymous")) await migrateGuests(before, tables, database);
    if (target.plugins.includes("phone-number")) {
      const unusable = await migratePhoneNumbers(context, before, tables, database);
      if (unusable > 0)
        error(
          `${pluralize(unusable, "verified phone number was", "verified phone numbers were")} removed: not a mobile number with a country code, or the same as another user's.`,
        );
    }
    await storeFactors(context, usersWithFactors);
    await (options.hashSessions ? hashSessions(context, tables, database) : endSessions(tables, database));
  }
  const will = dryRun ? "would be" : "were";
  const codes = usersWithFactors.reduce((sum, { backupCodes }) => sum + backupCodes.length, 0);
  if (usersWithFactors.length > 0)
    out(
      `Second factors of ${pluralize(usersWithFactors.length, "user")} and ${pluralize(codes, "backup code")} ${will} migrated.`,
    );
  for (const note of skippedCodeNotes(usersWithFactors)) error(note);
  if (passkeys.length > 0) out(`${pluralize(passkeys.length, "passkey")} ${will} migrated.`);
  const providers = sso.providers.length + sso.skipped.length - skipped.length;
  if (providers > 0) out(`${pluralize(providers, "identity provider")} ${will} migrated.`);
  for (const { providerId, reason } of skipped)
    error(`The identity provider ${providerId} ${dryRun ? "wouldn't be" : "wasn't"} migrated: ${reason}.`);
  if (numbers > 0) out(`${pluralize(numbers, "unverified phone number")} ${will} removed.`);
  if (guests > 0) out(`${pluralize(guests, "guest")} ${will} migrated.`);
  if (tokens > 0) out(`Provider tokens of ${pluralize(tokens, "account")} ${will} encrypted.`);
  if (sessions > 0) out(`${pluralize(sessions, "session")} ${will} ${options.hashSessions ? "hashed" : "ended"}.`);
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
  const { migrations } = adapter.connect(await schemaOfTarget(target, tables));
  if (!migrations) throw new Error("This database can't be migrated.");
  const aside = {
    ...(tables.has("twoFactor", "backupCodes") && target.plugins.includes("two-factor")
      ? { twoFactor: renamedFactorTable }
      : {}),
    ...(hasBetterAuthPasskeys(tables) && target.plugins.includes("passkey") ? { passkey: renamedPasskeyTable } : {}),
    ...(hasBetterAuthProviders(tables) && target.plugins.includes("sso") ? { ssoProvider: renamedSsoTable } : {}),
    // Pending one-time links. Their secrets are stored as plain text, and they can't be used after the migration.
    ...(tables.has("verification", "id") && !tables.has("verification", "kind")
      ? { verification: "verification_better_auth" }
      : {}),
  };
  const options = { convert: true, aside };
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

/**
 * Marks the accounts of users whose email better-auth considers verified, so that a recovery keeps them, like migrated
 * 2FA secrets. Runs only once, because accounts linked later have their own value.
 */
async function setVerifiedEmails(before: Tables, { quote, count }: Tables, { execute }: OpenDatabase): Promise<void> {
  const [user, account, mark] = [quote("user"), quote("account"), quote("verifiedEmail")];
  const isDone = before.has("account", "verifiedEmail") && (await count(account, `${mark} is not null`)) > 0;
  if (isDone) return;
  const verified = `u.id = ${account}.${quote("userId")} and u.${quote("emailVerified")} is true`;
  await execute(`update ${account} set ${mark} = (select u.email from ${user} u where ${verified})`);
}
