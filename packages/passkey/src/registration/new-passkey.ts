/** Builds a new passkey's row, and notifies its user. */

import { randomId, toBase64 } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { notifyUser, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { authenticatorName } from "../authenticators.ts";
import { credentialKeyOf, type PasskeyRow } from "../tables.ts";
import type { RegistrationResponse } from "../webauthn/json.ts";
import type { VerifiedRegistration } from "../webauthn/verify-registration.ts";

/** The values of a new passkey that don't come from its authenticator. */
export interface NewPasskey {
  readonly userId: string;
  readonly name: string | null;
  readonly rpID: string;
  readonly response: RegistrationResponse;
  /** The email that the user has verified, or `null`. */
  readonly verifiedEmail: string | null;
}

/** Without a name, the passkey gets its authenticator's. */
export function newPasskeyRow(
  context: RequestContext,
  verified: VerifiedRegistration,
  { userId, name, rpID, response, verifiedEmail }: NewPasskey,
): PasskeyRow {
  return {
    id: randomId(context.random),
    userId,
    name: name ?? authenticatorName(verified.aaguid),
    publicKey: toBase64(verified.publicKey),
    credentialID: verified.credentialID,
    credentialKey: credentialKeyOf(verified.rawID),
    counter: verified.counter,
    deviceType: verified.backupEligible ? "multiDevice" : "singleDevice",
    backedUp: verified.backedUp,
    transports: transportsOf(response),
    createdAt: context.now(),
    aaguid: verified.aaguid,
    lastUsedAt: null,
    rpID,
    userHandle: null,
    userVerified: verified.userVerified,
    verifiedEmail,
  };
}

/** Transports are hints from the browser. Keeps unknown ones, because browsers add new ones. */
function transportsOf({ response: { transports = [] } }: RegistrationResponse): string | null {
  const wellFormed = transports.filter((one) => /^[a-z][a-z0-9-]{0,31}$/.test(one)).slice(0, 8);
  return wellFormed.length === 0 ? null : wellFormed.join(",");
}

/** Records the new passkey in the audit log. */
export async function recordNewPasskey(tx: Transaction, context: RequestContext, passkey: PasskeyRow): Promise<void> {
  const { id: passkeyId, userId, aaguid } = passkey;
  await recordAudit(tx, context, { action: "passkey.create", actorId: userId, userId, data: { passkeyId, aaguid } });
}

/** Emails the user that a passkey was added. */
export async function notifyPasskeyAdded(tx: Transaction, context: RequestContext, userId: string): Promise<void> {
  await notifyUser(tx, context, userId, "passkey-added");
}
