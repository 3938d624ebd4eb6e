/** Trusted devices. Users skip two-factor authentication on them for a limited time. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  callerOf,
  defineTokenKind,
  issueToken,
  type RequestContext,
  readSignedCookie,
  recordAudit,
  renewToken,
  setSignedCookie,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";

/** The device as it was last seen. */
export interface TrustedDeviceData {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** The browser's cookie holds the secret (190 bits). It's replaced after each use. */
export const trustToken: TokenKind<TrustedDeviceData> = defineTokenKind<TrustedDeviceData>({
  name: "two-factor-trusted-device",
  expiresIn: 2_592_000,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** The base name of the trust cookie. */
export const trustCookie = "trust_device";

/** The user that a device is trusted for. */
export interface TrustedUser {
  readonly id: string;
  readonly epoch: number;
}

/**
 * Returns the token's subject: the user in this epoch. Changing the password, factors, or email, banning the user, and
 * ending all sessions start a new epoch, so each also ends trusted devices.
 */
export function trustSubject({ id, epoch }: TrustedUser): string {
  return `${id}:${epoch}`;
}

/** Whether the device is trusted for this user. If so, replaces its secret. Sends at most one query. */
export async function renewDeviceTrust(
  db: Adapter,
  context: RequestContext,
  user: TrustedUser,
  maxAge: number,
): Promise<boolean> {
  const secret = readSignedCookie(context, trustCookie);
  if (secret === null) return false;
  const about = { subject: trustSubject(user), data: callerOf(context), expiresIn: maxAge };
  const renewed = await renewToken(db, context, trustToken, secret, about);
  if (!renewed) return false;
  setSignedCookie(context, trustCookie, renewed.token, maxAge);
  return true;
}

/** Trusts the device. Sends one query, plus one for the audit entry. */
export async function trustDevice(
  db: Adapter,
  context: RequestContext,
  user: TrustedUser,
  maxAge: number,
): Promise<void> {
  const about = { subject: trustSubject(user), userId: user.id, data: callerOf(context), expiresIn: maxAge };
  const issued = issueToken(context, trustToken, about);
  await storeToken(db, issued);
  await recordAudit(db, context, { action: "two-factor.trust.create", actorId: user.id, userId: user.id });
  setSignedCookie(context, trustCookie, issued.token, maxAge);
}

/** Clears the trust cookie in this browser. */
export function clearTrustCookie(context: RequestContext): void {
  context.reply.clearCookie(context.settings.cookie(trustCookie));
}
