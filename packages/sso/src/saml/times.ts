/** Reads, checks, and writes the times in messages. */

import { reject, type SamlErrorCode } from "./errors.ts";
import { attributeOf } from "./xml/document.ts";

/** Maximum difference between two clocks, in milliseconds. */
export const clockSkewMs = 60_000;

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/**
 * Reads a time attribute. SAML's times are in UTC.
 * @throws {SamlError} `SAML_TIMESTAMP_INVALID` for any other format
 */
export function timeOf(element: Element, name: string): Date | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const time = new Date(text.replace(/(\.\d{3})\d+Z$/, "$1Z"));
  // Compare the date, because JavaScript turns February 30 into March 2.
  const isReal = utc.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
  return isReal ? time : reject("SAML_TIMESTAMP_INVALID", `${name} is ${JSON.stringify(text.slice(0, 50))}`);
}

/**
 * Checks that `now` isn't before `from` and is before `until`, with a tolerance for clock differences.
 * @throws {SamlError} `SAML_ASSERTION_NOT_YET_VALID` or `SAML_ASSERTION_EXPIRED`
 */
export function checkSpan(now: Date, from: Date | undefined, until: Date | undefined): void {
  const fail = (code: SamlErrorCode) => reject(code);
  if (from && from.getTime() > now.getTime() + clockSkewMs) fail("SAML_ASSERTION_NOT_YET_VALID");
  if (until && until.getTime() <= now.getTime() - clockSkewMs) fail("SAML_ASSERTION_EXPIRED");
}

/** Writes a time in the format of messages, in whole seconds. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
