/**
 * Queries the breach service with k-anonymity. The service gets the first five hex digits of the password's SHA-1 and
 * returns the rest of every digest with that prefix, about 800 real and 800 made-up ones. It can't tell which one was
 * meant.
 */

import { toHex, utf8 } from "@latchkey/core/crypto";
import { boundedFetch, type RequestContext } from "@latchkey/core/plugin";
import type { BreachedPasswordSettings } from "./options.ts";

/** A whole range is about 40 kB, including padding. */
const maxResponseBytes = 262_144;

/** Returns how often a password was seen in breaches. @throws {Error} if the service fails or times out */
export async function countBreaches(
  context: RequestContext,
  { rangeURL, timeLimitMs }: BreachedPasswordSettings,
  password: string,
): Promise<number> {
  const digest = toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", utf8(password)))).toUpperCase();
  const send = boundedFetch(context, { timeoutMs: timeLimitMs, maxBytes: maxResponseBytes });
  const headers = { "add-padding": "true", accept: "text/plain" };
  const response = await send(`${rangeURL}${digest.slice(0, 5)}`, { headers });
  if (response.status !== 200) throw new Error(`The service responded with status ${response.status}.`);
  return findCount(digest.slice(5), await response.text());
}

const rangeLine = /^[0-9A-F]{35}:\d{1,15}$/i;

/** Each line is `rest of the digest:count`. Made-up digests have a count of 0. */
function findCount(suffix: string, text: string): number {
  const lines = text.trimEnd().split(/\r?\n/);
  // A proxy's error page must not look like a range that doesn't contain the password.
  if (!rangeLine.test(lines[0] ?? "")) throw new Error("The service's response isn't a range of hashes.");
  const found = lines.find((line) => line.slice(0, 36).toUpperCase() === `${suffix}:`);
  return found === undefined ? 0 : Number(found.slice(36));
}
