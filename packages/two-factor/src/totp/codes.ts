/** Codes of authenticator apps. RFC 6238, with RFC 4226 below it. */

import { constantTimeEqual, type RandomBytes } from "@latchkey/core/crypto";
import { HOTP, Secret } from "otpauth";

/** How the app was told to count. */
export interface TotpForm {
  readonly digits: number;
  /** In seconds. */
  readonly period: number;
}

/** Steps before and after the present one whose codes are accepted. RFC 6238, section 5.2: one is enough. */
const drift = 1;

/** A new secret of 160 bits, the length that RFC 4226 recommends: 32 characters of base32. */
export function newTotpSecret(random: RandomBytes): string {
  return new Secret({ buffer: Uint8Array.from(random(20)).buffer }).base32;
}

/** The step of time that it is. @param now milliseconds since 1970 */
export function stepAt(now: number, { period }: TotpForm): number {
  return Math.floor(now / 1000 / period);
}

/** The code of a step. @param secret base32 */
export function codeAt(secret: string, step: number, { digits }: TotpForm): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step, digits, algorithm: "SHA1" });
}

/**
 * The step whose code this is, at most one away from now; `null`: none. Looks at all of them, whatever it finds.
 * @param now milliseconds since 1970
 */
export function stepOf(code: string, secret: string, now: number, form: TotpForm): number | null {
  if (secret === "") return null;
  const present = stepAt(now, form);
  let found: number | null = null;
  for (let step = present - drift; step <= present + drift; step++) {
    if (constantTimeEqual(codeAt(secret, step, form), code)) found = step;
  }
  return found;
}

/** What an app scans. */
export function totpURI(
  secret: string,
  { digits, period }: TotpForm,
  { issuer, email }: { readonly issuer: string; readonly email: string },
): string {
  const name = encodeURIComponent(issuer);
  const label = `${name}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${name}&digits=${digits}&period=${period}`;
}
