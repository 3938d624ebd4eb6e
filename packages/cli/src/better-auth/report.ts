/** Prints what was migrated, and what couldn't be. */

import { pluralize } from "../doctor/finding.ts";
import type { Output } from "../terminal.ts";
import type { PendingData } from "./data.ts";
import { skippedCodeNotes } from "./factors.ts";
import type { StepProblems } from "./steps.ts";

/** How the migration ran. */
interface ReportOptions {
  readonly dryRun: boolean;
  readonly hashSessions: boolean;
}

/** Prints a line for each kind of data that was found. A dry run can't find all problems. */
export function report(
  { factors, passkeys, sso, unverifiedNumbers, guests, tokens, sessions }: PendingData,
  { skippedProviders, unusableNumbers }: StepProblems,
  { dryRun, hashSessions }: ReportOptions,
  { out, error }: Output,
): void {
  const will = dryRun ? "would be" : "were";
  const line = (count: number, one: string, done: string): void => {
    if (count > 0) out(`${pluralize(count, one)} ${will} ${done}.`);
  };
  if (unusableNumbers > 0)
    error(
      `${pluralize(unusableNumbers, "verified phone number was", "verified phone numbers were")} removed: not a mobile number with a country code, or the same as another user's.`,
    );
  const codes = factors.reduce((sum, { backupCodes }) => sum + backupCodes.length, 0);
  if (factors.length > 0)
    out(
      `Second factors of ${pluralize(factors.length, "user")} and ${pluralize(codes, "backup code")} ${will} migrated.`,
    );
  for (const note of skippedCodeNotes(factors)) error(note);
  line(passkeys.length, "passkey", "migrated");
  line(sso.providers.length - skippedProviders.length, "identity provider", "migrated");
  for (const { providerId, reason } of [...sso.skipped, ...skippedProviders])
    error(`The identity provider ${providerId} ${dryRun ? "wouldn't be" : "wasn't"} migrated: ${reason}.`);
  line(unverifiedNumbers, "unverified phone number", "removed");
  line(guests, "guest", "migrated");
  if (tokens > 0) out(`Provider tokens of ${pluralize(tokens, "account")} ${will} encrypted.`);
  line(sessions, "session", hashSessions ? "hashed" : "ended");
}
