/**
 * Asking for a range: the service gets the first five hexadecimal digits of a password's SHA-1, answers with the rest of
 * all digests that begin so, some 800 and as many made up, and does not learn which one was meant.
 */

import { toHex, utf8 } from "@latchkey/core/crypto";
import { boundedFetch, type RequestContext } from "@latchkey/core/plugin";
import type { BreachedPasswordSettings } from "./options.ts";

/** A whole range is about 40 kB, padding included. */
const longestAnswer = 262_144;

/** How often a password was seen in breaches. @throws {Error} the service failed or took too long */
export async function countBreaches(
  context: RequestContext,
  { rangeURL, timeLimitMs }: BreachedPasswordSettings,
  password: string,
): Promise<number> {
  const digest = toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", utf8(password)))).toUpperCase();
  const send = boundedFetch(context, { timeLimitMs, sizeLimit: longestAnswer });
  const headers = { "add-padding": "true", accept: "text/plain" };
  const response = await send(`${rangeURL}${digest.slice(0, 5)}`, { headers });
  if (response.status !== 200) throw new Error(`The service answered with status ${response.status}.`);
  return countOf(digest.slice(5), await response.text());
}

const rangeLine = /^[0-9A-F]{35}:\d{1,15}$/i;

/** Lines are `rest of the digest:count`. Made-up ones have a count of 0. */
function countOf(rest: string, text: string): number {
  const lines = text.trimEnd().split(/\r?\n/);
  // A page of some proxy must not pass for a range in which the password is not.
  if (!rangeLine.test(lines[0] ?? "")) throw new Error("The service answered with something that is no range.");
  const found = lines.find((line) => line.slice(0, 36).toUpperCase() === `${rest}:`);
  return found === undefined ? 0 : Number(found.slice(36));
}
