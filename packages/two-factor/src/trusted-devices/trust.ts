/** Trusted devices: browsers that are not asked for a second factor for a while. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  callerOf,
  defineTokenKind,
  mintToken,
  type RequestContext,
  readSigned,
  recordAudit,
  renewToken,
  setSigned,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";

/** The browser as it was last seen. */
export interface DeviceData {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** Its secret is in the browser's cookie, 190 bits, another one after each use. */
export const trustToken: TokenKind<DeviceData> = defineTokenKind<DeviceData>({
  name: "two-factor-trusted-device",
  expiresIn: 2_592_000,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** The base name of its cookie. */
export const trustCookie = "trust_device";

/** Whom trust is for. */
export interface TrustedUser {
  readonly id: string;
  readonly epoch: number;
}

/**
 * What trust is about: the user in this epoch. A change of password, of factors or of address, a ban and the end of all
 * sessions begin another one, so that no such change can forget the trusted devices.
 */
export function trustSubject({ id, epoch }: TrustedUser): string {
  return `${id}:${epoch}`;
}

/** Whether the browser is trusted with this user. One statement; its secret is another one then. */
export async function comesFromTrustedDevice(
  db: Adapter,
  context: RequestContext,
  user: TrustedUser,
  maxAge: number,
): Promise<boolean> {
  const secret = readSigned(context, trustCookie);
  if (secret === null) return false;
  const about = { subject: trustSubject(user), data: callerOf(context), expiresIn: maxAge };
  const renewed = await renewToken(db, context, trustToken, secret, about);
  if (!renewed) return false;
  setSigned(context, trustCookie, renewed.token, maxAge);
  return true;
}

/** Trusts the browser from now on. One statement, and its audit record. */
export async function trustDevice(
  db: Adapter,
  context: RequestContext,
  user: TrustedUser,
  maxAge: number,
): Promise<void> {
  const about = { subject: trustSubject(user), userId: user.id, data: callerOf(context), expiresIn: maxAge };
  const minted = mintToken(context, trustToken, about);
  await storeToken(db, minted);
  await recordAudit(db, context, { action: "two-factor.trust.create", actorId: user.id, userId: user.id });
  setSigned(context, trustCookie, minted.token, maxAge);
}

/** Takes the trust out of this browser. */
export function clearTrust(context: RequestContext): void {
  context.reply.clearCookie(context.settings.cookie(trustCookie));
}
