/** Second factors of a better-auth database: read in plain, and stored as they are stored here. */

import type { AuthContext } from "@latchkey/core/plugin";
import { type ForeignFactors, insertFactors, isBackupCode, sealFactors } from "@latchkey/two-factor";
import { Secret } from "otpauth";
import { counted } from "../doctor/finding.ts";
import type { Tables } from "../doctor/sql.ts";
import { type ForeignSecrets, openForeign } from "./ciphers.ts";

/** The name that better-auth's table gets, so that ours can have its own. Its rows stay. */
export const factorsAside = "twoFactor_better_auth";

/**
 * Everybody who is asked for a second factor there and has none here yet. Who has no authenticator app there gets codes
 * by mail, as there.
 * @throws {Error} a secret that does not open
 */
export async function readFactors(tables: Tables, secrets: ForeignSecrets): Promise<ForeignFactors[]> {
  if (!tables.has("user", "twoFactorEnabled")) return [];
  const q = tables.quote;
  const isTheirs = tables.has("twoFactor", "backupCodes");
  const source = isTheirs ? "twoFactor" : tables.has(factorsAside, "secret") ? factorsAside : null;
  const isOurs = !isTheirs && tables.has("twoFactor", "otp");
  // A sign-in after a run that was cut off made an empty row: of that nothing is theirs.
  const filled = `t.${q("userId")} = u.id and (t.secret is not null or t.otp is true)`;
  const isMoved = isOurs ? `and not exists (select 1 from ${q("twoFactor")} t where ${filled})` : "";
  const users = await tables.rows(
    `select u.id, u.email, u.${q("emailVerified")} from ${q("user")} u where u.${q("twoFactorEnabled")} is true ${isMoved}`,
  );
  const rows = source === null ? [] : await tables.rows(`select * from ${q(source)}`);
  const enrolled = new Map(rows.filter(isVerified).map((row) => [String(row.userId), row]));
  const read = users.map((user) => factorsOf(ownerOf(user), enrolled.get(String(user.id)), secrets));
  const lost = read.filter((factors) => factors === null).length;
  if (lost > 0) {
    throw new Error(
      `${counted(lost, "authenticator app was", "authenticator apps were")} enrolled under a secret of better-auth that is not known here. Set BETTER_AUTH_SECRET (or BETTER_AUTH_SECRETS) to what it was. Nothing was changed.`,
    );
  }
  return read.filter((factors) => factors !== null);
}

/** Stores factors, a person in a transaction. @returns how many backup codes were of a form that is not read here */
export async function storeFactors(context: AuthContext, people: readonly ForeignFactors[]): Promise<number> {
  let left = 0;
  for (const factors of people) {
    const backupCodes = factors.backupCodes.filter(isBackupCode);
    left += factors.backupCodes.length - backupCodes.length;
    const sealed = await sealFactors(context, { ...factors, backupCodes });
    await context.db.transaction((tx) => insertFactors(tx, sealed));
  }
  return left;
}

/** An enrolment that was begun and not finished counts for nothing. */
function isVerified({ verified }: Readonly<Record<string, unknown>>): boolean {
  return verified === null || verified === undefined || Number(verified) === 1;
}

/** Whose factors they are. An address that counts as verified there vouches for them. */
function ownerOf({ id, email, emailVerified }: Readonly<Record<string, unknown>>) {
  const isVerified = Number(emailVerified) === 1;
  return { userId: String(id), verifiedEmail: isVerified ? String(email) : null };
}

function factorsOf(
  owner: Pick<ForeignFactors, "userId" | "verifiedEmail">,
  row: Readonly<Record<string, unknown>> | undefined,
  secrets: ForeignSecrets,
): ForeignFactors | null {
  if (!row) return { ...owner, secret: null, otp: true, backupCodes: [] };
  const secret = openForeign(secrets, String(row.secret));
  if (secret === null) return null;
  const codes = openForeign(secrets, String(row.backupCodes)) ?? String(row.backupCodes);
  // There the characters themselves are the key; here it is kept in base32, as apps are given it.
  return { ...owner, secret: Secret.fromUTF8(secret).base32, otp: false, backupCodes: listIn(codes) };
}

/** Codes that an app stored in a form of its own are no list, and are left behind. */
function listIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((code) => typeof code === "string") : [];
  } catch {
    return [];
  }
}
