/** Converts the data after the tables have been changed. The next run finishes an interrupted one. */

import type { Transaction } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import type { OpenDatabase } from "../database/open.ts";
import { readTables } from "../doctor/sql.ts";
import { fillLowerSlugs } from "../organization/slugs.ts";
import type { BetterAuthSecrets } from "./ciphers.ts";
import type { PendingData } from "./data.ts";
import { storeFactors } from "./factors.ts";
import { migrateGuests } from "./guests.ts";
import { recordStep } from "./journal.ts";
import { storePasskeys } from "./passkeys.ts";
import { migratePhoneNumbers } from "./phone-numbers.ts";
import { endSessions, hashSessions } from "./sessions.ts";
import { prepareSsoProviders, type SkippedProvider, storeSsoProviders } from "./sso-providers.ts";
import type { Step } from "./step.ts";
import { encryptImportedTokens } from "./tokens.ts";
import { markAccounts } from "./verified-emails.ts";

/** What couldn't be migrated. */
export interface StepProblems {
  readonly skippedProviders: readonly SkippedProvider[];
  /** Number of verified phone numbers that were removed. */
  readonly unusableNumbers: number;
}

/** Options for the steps. */
export interface StepOptions {
  readonly secrets: BetterAuthSecrets;
  /** Whether to keep sessions, by storing the hash of their tokens. */
  readonly hashSessions: boolean;
}

/**
 * Runs the pending steps, and those that can always be repeated.
 *
 * Passkeys and identity providers share a transaction with their record. Once they're stored, users can delete them, and
 * a repeated step would restore them. If a run is interrupted before it records one of the other steps, the next run can
 * repeat the step, because it recognizes what's converted: by the format of guests' emails and phone numbers, the marks
 * of accounts and phone numbers, and the second factors that a user already has.
 */
export async function runSteps(
  context: AuthContext,
  database: OpenDatabase,
  { pending, empty, factors, passkeys, sso }: PendingData,
  options: StepOptions,
): Promise<StepProblems> {
  const tables = await readTables(database);
  const once = async (step: Step, work: () => Promise<void>): Promise<void> => {
    if (!pending.has(step)) return;
    await work();
    await recordStep(context.db, step, context.now());
  };
  const inTransaction = async (step: Step, work: (tx: Transaction) => Promise<void>): Promise<void> => {
    if (!pending.has(step)) return;
    await context.db.transaction(async (tx) => {
      await work(tx);
      await recordStep(tx, step, context.now());
    });
  };
  let unusableNumbers = 0;
  await once("verified-emails", () => markAccounts(tables, database));
  await fillLowerSlugs(tables, database);
  await encryptImportedTokens(context, tables, options.secrets);
  await inTransaction("passkeys", (tx) => storePasskeys(tx, passkeys));
  const { prepared, skipped } = await prepareSsoProviders(context, sso.providers);
  await inTransaction("identity-providers", (tx) => storeSsoProviders(tx, context, prepared));
  await once("guests", () => migrateGuests(tables, database));
  await once("phone-numbers", async () => {
    unusableNumbers = await migratePhoneNumbers(context, tables, database);
  });
  await once("two-factor", () => storeFactors(context, factors));
  for (const step of empty) await recordStep(context.db, step, context.now());
  await (options.hashSessions ? hashSessions(context, tables, database) : endSessions(tables, database));
  return { skippedProviders: skipped, unusableNumbers };
}
