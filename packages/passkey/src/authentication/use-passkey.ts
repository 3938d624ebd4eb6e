/** Compares a used passkey with its stored row, and updates the row. */

import type { Transaction } from "@latchkey/core/database";
import { fail, notifyUser, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { passkeyErrors } from "../errors.ts";
import type { PasskeySettings } from "../options.ts";
import type { PasskeyWithUser } from "../store.ts";
import { type PasskeyRow, passkeyTable, userHandleOf } from "../tables.ts";
import { reject } from "../webauthn/error.ts";
import type { AuthenticationResponse } from "../webauthn/json.ts";
import type { VerifiedAssertion } from "../webauthn/verify-assertion.ts";

/** A verified use of a passkey. */
export interface UsedPasskey {
  readonly row: PasskeyWithUser;
  readonly assertion: VerifiedAssertion;
  readonly settings: PasskeySettings;
}

/** Thrown to roll back the transaction, because someone copied the passkey. */
export class CloneDetectedError extends Error {}

/**
 * Checks that the response names the passkey's user.
 * @param isDiscoverable whether the authenticator chose the passkey, so that the response must name the user
 * @throws {WebAuthnError} if the response names a different user, or none although it must
 */
export function checkUserHandle(
  row: PasskeyRow,
  { response: { userHandle } }: AuthenticationResponse,
  isDiscoverable: boolean,
): void {
  // The passkey was imported from a library that doesn't store its random user handles.
  if (row.rpID === null && row.userHandle === null) return;
  if (!userHandle) {
    if (isDiscoverable) reject("credential id");
    return;
  }
  if (userHandle !== (row.userHandle ?? userHandleOf(row.userId))) reject("credential id");
}

/** Checks that a passkey's device type is the same as at its registration. @throws {WebAuthnError} if it changed */
export function checkDeviceType({ deviceType }: PasskeyRow, { backupEligible }: VerifiedAssertion): void {
  if (backupEligible !== (deviceType === "multiDevice")) reject("backup flags");
}

/** Two sign-ins this close together, in milliseconds, can arrive in either order. */
const overtakingMs = 60_000;

/**
 * Stores the use of a passkey: its counter, when it was used, and whether it's synced. Locks the row, so that each use
 * is compared with the previous one. Sends two queries.
 *
 * @throws {CloneDetectedError} if the counter didn't increase, which suggests that the key was copied. Not thrown if
 * the passkey is synced or was used in the last minute, or if the app allows copied passkeys.
 * @throws {AuthError} `AUTHENTICATION_FAILED` if the passkey has been deleted since it was read
 */
export async function recordUse(
  tx: Transaction,
  context: RequestContext,
  settings: PasskeySettings,
  id: string,
  { counter, backedUp }: VerifiedAssertion,
): Promise<void> {
  const row = (await tx.lock(passkeyTable, id)) ?? fail(passkeyErrors, "AUTHENTICATION_FAILED");
  const now = context.now();
  if (isBehind(row.counter, counter)) {
    const sinceUse = row.lastUsedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - row.lastUsedAt.getTime();
    const isTolerated = row.deviceType === "multiDevice" || sinceUse < overtakingMs;
    if (!isTolerated && settings.rejectsClones) throw new CloneDetectedError();
    context.log.warn("A passkey's counter didn't increase, so the passkey might have been copied", { passkeyId: id });
  }
  const set = { counter: Math.max(row.counter, counter), backedUp, lastUsedAt: now };
  await tx.update(passkeyTable, { where: { id }, set });
}

/** Authenticators without a counter always send 0. */
function isBehind(stored: number, sent: number): boolean {
  return (stored > 0 || sent > 0) && sent <= stored;
}

/** Records that a copied passkey was rejected, and notifies its user. */
export async function reportClone(context: RequestContext, { id: passkeyId, userId }: PasskeyRow): Promise<void> {
  await context.db.transaction(async (tx) => {
    await recordAudit(tx, context, { action: "passkey.clone", userId, data: { passkeyId } });
    await notifyUser(tx, context, userId, "passkey-cloned");
  });
}
