/** Computes authenticator app codes (RFC 6238, based on RFC 4226). */

import { constantTimeEqual, hmacSha1, type RandomBytes } from "@latchkey/core/crypto";
import { fromBase32, toBase32 } from "./base32.ts";

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
  return toBase32(random(20));
}

/** Returns the time step for a time. @param now milliseconds since 1970 */
export function timeStepAt(now: number, { period }: TotpParameters): number {
  return Math.floor(now / 1000 / period);
}

/** Returns the code for a time step (RFC 4226, section 5.3). @param secret base32 */
export async function totpCodeAt(secret: string, step: number, { digits }: TotpParameters): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const hash = await hmacSha1(fromBase32(secret), new Uint8Array(counter.buffer));
  // The last four bits are the offset of the four bytes that contain the number.
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = new DataView(hash.buffer, hash.byteOffset).getUint32(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * Returns the time step of this code, at most one step from now, or `null` if none matches. Compares all steps even
 * after a match, so that timing reveals nothing.
 * @param now milliseconds since 1970
 */
export async function matchingTimeStep(
  code: string,
  secret: string,
  now: number,
  parameters: TotpParameters,
): Promise<number | null> {
  if (secret === "") return null;
  const current = timeStepAt(now, parameters);
  let found: number | null = null;
  for (let step = current - allowedDrift; step <= current + allowedDrift; step++) {
    if (constantTimeEqual(await totpCodeAt(secret, step, parameters), code)) found = step;
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
