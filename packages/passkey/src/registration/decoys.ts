/**
 * Decoys. Sign-ups with a taken email leave them behind if users must verify their email before they sign in.
 *
 * After a sign-up with a free email, the passkey is rejected because its user is unverified, and it can't be registered
 * again. Without decoys, the passkey from a sign-up with a taken email would be unknown instead, so two requests would
 * reveal who has an account. No one can sign in with a decoy.
 */

import { type Adapter, UniqueViolation } from "@latchkey/core/database";
import {
  defineTokenKind,
  fail,
  issueTokenWithSecret,
  type NewToken,
  peekToken,
  type RequestContext,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import { passkeyErrors } from "../errors.ts";
import type { PasskeySettings } from "../options.ts";
import { type PasskeyRow, passkeyTable } from "../tables.ts";

type StoredPasskey = Omit<PasskeyRow, "createdAt" | "lastUsedAt">;

/**
 * The claim on a passkey: by a rejected sign-up, or by a user. Both are stored, so that the database decides between
 * concurrent requests, no matter which of them creates a user. It lasts as long as a password decoy: 30 days.
 */
export const passkeyDecoy: TokenKind<ClaimedPasskey> = defineTokenKind({
  name: "passkey-sign-up-decoy",
  expiresIn: 2_592_000,
  form: "given",
});

interface ClaimedPasskey {
  readonly passkey: StoredPasskey | null;
  /** The email of the sign-up. Empty if a user has the passkey. */
  readonly email: string;
}

/** A passkey that no user has. */
export interface DecoyPasskey extends PasskeyRow {
  readonly user: null;
  /** The email of the sign-up. */
  readonly email: string;
}

/** Whether there can be decoys. If not, no query is needed to look for one. */
function hasDecoys({ settings: { verification } }: RequestContext, { signUp, resolveUser }: PasskeySettings): boolean {
  return verification.required && (signUp !== false || resolveUser !== null);
}

/** Returns the decoy with this credential, or `null`. Sends at most one query. */
export async function findDecoyPasskey(
  context: RequestContext,
  settings: PasskeySettings,
  credentialKey: string,
): Promise<DecoyPasskey | null> {
  if (!hasDecoys(context, settings)) return null;
  const decoy = await peekToken(context.db, context, passkeyDecoy, credentialKey);
  if (!decoy?.data.passkey) return null;
  return { ...decoy.data.passkey, email: decoy.data.email, createdAt: null, lastUsedAt: null, user: null };
}

/**
 * Claims a user's new passkey, unless a decoy has it. Sends at most one query. It's not enough to read the decoys. Two
 * concurrent requests with one passkey would both succeed if one of them had a taken email, but otherwise only one
 * would.
 *
 * @throws {AuthError} `PREVIOUSLY_REGISTERED`
 */
export async function claimCredential(
  tx: Adapter,
  context: RequestContext,
  settings: PasskeySettings,
  { credentialKey, userId: subject }: PasskeyRow,
): Promise<void> {
  if (!hasDecoys(context, settings)) return;
  await storeUnique(tx, context, credentialKey, { subject, data: { passkey: null, email: "" } });
}

/**
 * Stores the decoy for a sign-up with a taken email. Sends two queries.
 * @throws {AuthError} `PREVIOUSLY_REGISTERED` if a user or a decoy already has the passkey
 */
export async function storeDecoyPasskey(
  tx: Adapter,
  context: RequestContext,
  { createdAt, lastUsedAt, ...passkey }: PasskeyRow,
  email: string,
): Promise<void> {
  const { credentialKey } = passkey;
  if ((await tx.count(passkeyTable, { where: { credentialKey } })) > 0) fail(passkeyErrors, "PREVIOUSLY_REGISTERED");
  await storeUnique(tx, context, credentialKey, { subject: passkey.userId, data: { passkey, email } });
}

async function storeUnique(
  tx: Adapter,
  context: RequestContext,
  credentialKey: string,
  token: NewToken<ClaimedPasskey>,
): Promise<void> {
  try {
    await storeToken(tx, issueTokenWithSecret(context, passkeyDecoy, credentialKey, token));
  } catch (error) {
    if (error instanceof UniqueViolation) fail(passkeyErrors, "PREVIOUSLY_REGISTERED", { cause: error });
    throw error;
  }
}
