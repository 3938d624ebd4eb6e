/**
 * Decoys, which sign-ups with a taken email leave behind if users must verify their email before they sign in.
 *
 * After a sign-up with a free email, its passkey is rejected as that of an unverified user, and can't be registered again.
 * Without decoys, the passkey of a sign-up with a taken email would be unknown instead, and two requests would reveal who has
 * an account. No decoy lets anyone in.
 */

import { type Adapter, UniqueViolation } from "@latchkey/core/database";
import {
  defineTokenKind,
  fail,
  issueTokenWithSecret,
  peekToken,
  type RequestContext,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import { passkeyErrors } from "../errors.ts";
import type { PasskeySettings } from "../options.ts";
import { type PasskeyRow, passkeyTable } from "../tables.ts";

type StoredPasskey = Omit<PasskeyRow, "createdAt" | "lastUsedAt">;

/** The passkey of a rejected sign-up. Lasts as long as the decoys of passwords: 30 days. */
export const passkeyDecoy: TokenKind<{ readonly passkey: StoredPasskey; readonly email: string }> = defineTokenKind({
  name: "passkey-sign-up-decoy",
  expiresIn: 2_592_000,
  form: "given",
});

/** A passkey that no user has. */
export interface DecoyPasskey extends PasskeyRow {
  readonly user: null;
  /** The email of the sign-up. */
  readonly email: string;
}

/** Whether there can be decoys. If not, no query looks for one. */
function hasDecoys({ settings: { verification } }: RequestContext, { signUp, resolveUser }: PasskeySettings): boolean {
  return verification.required && (signUp !== false || resolveUser !== null);
}

/** Returns the decoy with this credential, or `null`. At most one query. */
export async function findDecoyPasskey(
  context: RequestContext,
  settings: PasskeySettings,
  credentialKey: string,
): Promise<DecoyPasskey | null> {
  if (!hasDecoys(context, settings)) return null;
  const decoy = await peekToken(context.db, context, passkeyDecoy, credentialKey);
  return decoy && { ...decoy.data.passkey, email: decoy.data.email, createdAt: null, lastUsedAt: null, user: null };
}

/**
 * Rejects a new passkey that a decoy has, as if a user had it. At most one query.
 * @throws {AuthError} `PREVIOUSLY_REGISTERED`
 */
export async function checkNotDecoy(
  db: Adapter,
  context: RequestContext,
  settings: PasskeySettings,
  { credentialKey }: PasskeyRow,
): Promise<void> {
  if (!hasDecoys(context, settings)) return;
  if (await peekToken(db, context, passkeyDecoy, credentialKey)) fail(passkeyErrors, "PREVIOUSLY_REGISTERED");
}

/**
 * Stores the decoy of a sign-up with a taken email. Two queries.
 * @throws {AuthError} `PREVIOUSLY_REGISTERED` if a user or another decoy has the passkey
 */
export async function storeDecoyPasskey(
  tx: Adapter,
  context: RequestContext,
  { createdAt, lastUsedAt, ...passkey }: PasskeyRow,
  email: string,
): Promise<void> {
  const { credentialKey } = passkey;
  if ((await tx.count(passkeyTable, { where: { credentialKey } })) > 0) fail(passkeyErrors, "PREVIOUSLY_REGISTERED");
  const data = { passkey, email };
  await storeToken(
    tx,
    issueTokenWithSecret(context, passkeyDecoy, credentialKey, { subject: passkey.userId, data }),
  ).catch((error: unknown) => {
    if (error instanceof UniqueViolation) fail(passkeyErrors, "PREVIOUSLY_REGISTERED", { cause: error });
    throw error;
  });
}
