/** Migrates 2FA secrets from a better-auth database: decrypts them and stores them in Latchkey's format. */

import type { AuthContext } from "@latchkey/core/plugin";
import { type ImportedFactors, insertFactors, isBackupCode, prepareFactors } from "@latchkey/two-factor";
import { Secret } from "otpauth";
import { pluralize } from "../doctor/finding.ts";
import type { Tables } from "../doctor/sql.ts";
import { type BetterAuthSecrets, decryptBetterAuth } from "./ciphers.ts";
import { isBetterAuthTable, sourceOf } from "./renamed-tables.ts";
import { hasVerifiedEmail } from "./verified-emails.ts";

/** A user's factors, without the backup codes that can't be migrated. */
export interface BetterAuthFactors extends ImportedFactors {
  /** Number of backup codes that don't have the format `xxxxx-xxxxx`. */
  readonly skippedCodes: number;
  /** Whether the backup codes are stored in a custom format, so that they can't be counted. */
  readonly hasUnreadableCodes: boolean;
}

/**
 * Reads the factors of all users who have 2FA in better-auth and don't have it in Latchkey yet. Users without an
 * authenticator app get codes by email, as before.
 * @throws {Error} if a secret can't be decrypted
 */
export async function readFactors(tables: Tables, secrets: BetterAuthSecrets): Promise<BetterAuthFactors[]> {
  if (!tables.has("user", "twoFactorEnabled")) return [];
  const q = tables.quote;
  const source = sourceOf(tables, "twoFactor", "secret");
  const isOurs = !isBetterAuthTable(tables, "twoFactor") && tables.has("twoFactor", "otp");
  // A sign-in after an interrupted run can leave an empty row, which has none of the user's factors.
  const filled = `t.${q("userId")} = u.id and (t.secret is not null or t.otp is true)`;
  const isMoved = isOurs ? `and not exists (select 1 from ${q("twoFactor")} t where ${filled})` : "";
  const users = await tables.rows(
    `select u.id, u.email, (${hasVerifiedEmail(tables, "u")}) as ${q("isVerified")} from ${q("user")} u where u.${q("twoFactorEnabled")} is true ${isMoved}`,
  );
  const rows = source === null ? [] : await tables.rows(`select * from ${q(source)}`);
  const enrolled = new Map(rows.filter(isVerified).map((row) => [String(row.userId), row]));
  const read = users.map((user) => factorsOf(ownerOf(user), enrolled.get(String(user.id)), secrets));
  const lost = read.filter((factors) => factors === null).length;
  if (lost > 0) {
    throw new Error(
      `${pluralize(lost, "authenticator app was", "authenticator apps were")} enrolled with an unknown better-auth secret. Set BETTER_AUTH_SECRET (or BETTER_AUTH_SECRETS) to the secret that better-auth used. Nothing was changed.`,
    );
  }
  return read.filter((factors) => factors !== null);
}

/** Stores the factors, with one transaction per user. */
export async function storeFactors(context: AuthContext, users: readonly ImportedFactors[]): Promise<void> {
  for (const factors of users) {
    const sealed = await prepareFactors(context, factors);
    await context.db.transaction((tx) => insertFactors(tx, sealed));
  }
}

/** Returns a sentence for each kind of backup code that can't be migrated. */
export function skippedCodeNotes(users: readonly BetterAuthFactors[]): string[] {
  const skipped = users.reduce((sum, { skippedCodes }) => sum + skippedCodes, 0);
  const unreadable = users.filter(({ hasUnreadableCodes }) => hasUnreadableCodes).length;
  return [
    ...(skipped > 0
      ? [
          `${pluralize(skipped, "backup code isn't", "backup codes aren't")} in the format xxxxx-xxxxx, and can't be migrated.`,
        ]
      : []),
    ...(unreadable > 0
      ? [
          `The backup codes of ${pluralize(unreadable, "user")} can't be migrated, because they're stored in a custom format.`,
        ]
      : []),
  ];
}

/** Ignores enrollments that were never completed. */
function isVerified({ verified }: Readonly<Record<string, unknown>>): boolean {
  return verified === null || verified === undefined || Number(verified) === 1;
}

/** Returns the factors' owner. An email that better-auth considers verified becomes the `verifiedEmail`. */
function ownerOf({ id, email, isVerified }: Readonly<Record<string, unknown>>) {
  return { userId: String(id), verifiedEmail: Number(isVerified) === 1 ? String(email) : null };
}

function factorsOf(
  owner: Pick<ImportedFactors, "userId" | "verifiedEmail">,
  row: Readonly<Record<string, unknown>> | undefined,
  secrets: BetterAuthSecrets,
): BetterAuthFactors | null {
  if (!row) return { ...owner, secret: null, otp: true, ...migratableCodes([]) };
  const secret = decryptBetterAuth(secrets, String(row.secret));
  if (secret === null) return null;
  const stored = String(row.backupCodes ?? "[]");
  const codes = decryptBetterAuth(secrets, stored) ?? stored;
  // better-auth uses the characters themselves as the key. Latchkey stores it in base32, as authenticator apps do.
  return { ...owner, secret: Secret.fromUTF8(secret).base32, otp: false, ...migratableCodes(parseCodes(codes)) };
}

type Codes = Pick<BetterAuthFactors, "backupCodes" | "skippedCodes" | "hasUnreadableCodes">;

function migratableCodes(codes: readonly string[] | null): Codes {
  if (codes === null) return { backupCodes: [], skippedCodes: 0, hasUnreadableCodes: true };
  const backupCodes = codes.filter(isBackupCode);
  return { backupCodes, skippedCodes: codes.length - backupCodes.length, hasUnreadableCodes: false };
}

/** Returns `null` if the codes aren't a list, because the app stored them in a custom format. */
function parseCodes(text: string): string[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : null;
  } catch {
    return null;
  }
}
