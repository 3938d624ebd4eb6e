/** Computes codes of authenticator apps (RFC 6238, based on RFC 4226). */

import { constantTimeEqual, type RandomBytes } from "@latchkey/core/crypto";
import { HOTP, Secret } from "otpauth";

/** The parameters that the app was set up with. */
export interface TotpParameters {
  readonly digits: number;
  /** In seconds. */
  readonly period: number;
}

/** Time steps accepted before and after the current one. RFC 6238, section 5.2 recommends at most one. */
const allowedDrift = 1;

/** Creates a secret of 160 bits, the length that RFC 4226 recommends, as 32 base32 characters. */
export function newTotpSecret(random: RandomBytes): string {
  return new Secret({ buffer: Uint8Array.from(random(20)).buffer }).base32;
}

/** Returns the time step for a time. @param now milliseconds since 1970 */
export function timeStepAt(now: number, { period }: TotpParameters): number {
  return Math.floor(now / 1000 / period);
}

/** Returns the code of a time step. @param secret base32 */
export function totpCodeAt(secret: string, step: number, { digits }: TotpParameters): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step, digits, algorithm: "SHA1" });
}

/**
 * Returns the time step of this code, at most one step from now, or `null` if none matches. Compares all steps even
 * after a match, so timing reveals nothing.
 * @param now milliseconds since 1970
 */
export function matchingTimeStep(code: string, secret: string, now: number, parameters: TotpParameters): number | null {
  if (secret === "") return null;
  const current = timeStepAt(now, parameters);
  let found: number | null = null;
  for (let step = current - allowedDrift; step <= current + allowedDrift; step++) {
    if (constantTimeEqual(totpCodeAt(secret, step, parameters), code)) found = step;
  }
  return found;
}

/** Returns the URI that an authenticator app scans. */
export function totpURI(
  secret: string,
  { digits, period }: TotpParameters,
  { issuer, email }: { readonly issuer: string; readonly email: string },
): string {
  const name = encodeURIComponent(issuer);
  const label = `${name}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${name}&digits=${digits}&period=${period}`;
}
