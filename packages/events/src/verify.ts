/** Verifies requests to webhooks, for servers that receive them. Exported as `@latchkey/events/verify`. */

import { constantTimeEqual, fromBase64, fromUtf8, hmacSha256, toBase64, utf8 } from "@latchkey/core/crypto";
import type { WebhookPayload } from "./call-types.ts";

export type { WebhookEventData, WebhookPayload } from "./call-types.ts";

/** The reasons to reject a request. */
export type WebhookVerificationCode =
  /** A header is missing or repeated. */
  | "MISSING_HEADERS"
  /** It was signed more than five minutes ago. */
  | "TIMESTAMP_TOO_OLD"
  /** It was signed more than five minutes in the future, so one of the clocks is wrong. */
  | "TIMESTAMP_TOO_NEW"
  /** The signature matches none of the secrets, or the body was changed. */
  | "NO_MATCHING_SIGNATURE"
  /** The signature is valid, but the body isn't an event. */
  | "INVALID_BODY";

/** The error for a request that's rejected. Respond with 400 or 401. */
export class WebhookVerificationError extends Error {
  /** Why the request was rejected. */
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode) {
    super(messages[code]);
    this.name = "WebhookVerificationError";
    this.code = code;
  }
}

const messages: Readonly<Record<WebhookVerificationCode, string>> = {
  MISSING_HEADERS: "The request needs the headers webhook-id, webhook-timestamp, and webhook-signature, each once.",
  TIMESTAMP_TOO_OLD: "The request was signed more than five minutes ago.",
  TIMESTAMP_TOO_NEW: "The request was signed more than five minutes in the future. Check the server's clock.",
  NO_MATCHING_SIGNATURE: "The signature doesn't match. Check the secret, and pass the body as it was sent.",
  INVALID_BODY: "The body isn't an event.",
};

/** A verified event. */
export interface VerifiedEvent extends WebhookPayload {
  /** The same for every attempt. Handle each id once. */
  readonly id: string;
}

/** Headers of a `Request`, or of a Node.js request, whose names are lowercase. */
export type WebhookHeaders = Pick<Headers, "get"> | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options for `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** The webhook's secret, which starts with `whsec_`, or several. */
  readonly secret: string | readonly string[];
  /** The current time. Default: the system's. */
  readonly now?: Date | undefined;
}

/** Maximum difference between the clocks, in seconds. */
const tolerance = 300;

/**
 * Verifies a request and returns its event. It doesn't detect repeated requests, so don't handle an `id` twice.
 *
 * @param body the body as it was sent. JSON that was parsed and serialized again doesn't match the signature.
 * @throws {WebhookVerificationError} if the request isn't from the app, or is too old
 * @throws {Error} if a secret is invalid
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secret, now = new Date() }: VerifyWebhookOptions,
): VerifiedEvent {
  const keys = [secret].flat().map(keyOf);
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    readHeader(headers, name),
  );
  if (!id || !signature || !timestamp || !/^\d{1,15}$/.test(timestamp)) reject("MISSING_HEADERS");
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (age > tolerance) reject("TIMESTAMP_TOO_OLD");
  if (age < -tolerance) reject("TIMESTAMP_TOO_NEW");
  const bytes = typeof body === "string" ? utf8(body) : body;
  if (!isSigned(keys, join(utf8(`${id}.${timestamp}.`), bytes), signature)) reject("NO_MATCHING_SIGNATURE");
  return { id, ...parse(fromUtf8(bytes)) };
}

function reject(code: WebhookVerificationCode): never {
  throw new WebhookVerificationError(code);
}

/** @throws {Error} if it isn't a secret */
function keyOf(secret: string): Uint8Array {
  const key = secret.startsWith("whsec_") ? fromBase64(secret.slice("whsec_".length)) : null;
  if (!key || key.length === 0)
    throw new Error("The webhook's secret is invalid. Pass the string that starts with whsec_.");
  return key;
}

/** Repeated headers are ambiguous, so they count as missing. */
function readHeader(headers: WebhookHeaders, name: string): string | null {
  const value = isHeaders(headers) ? headers.get(name) : headers[name];
  return typeof value === "string" && !value.includes(", ") ? value : null;
}

function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, "get"> {
  return typeof headers.get === "function";
}

function isSigned(keys: readonly Uint8Array[], signed: Uint8Array, signature: string): boolean {
  let matches = 0;
  for (const key of keys) {
    const expected = `v1,${toBase64(hmacSha256(key, signed))}`;
    // Every pair is compared, so that timing doesn't reveal which one matches.
    for (const one of signature.split(" ")) matches += Number(constantTimeEqual(expected, one));
  }
  return matches > 0;
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function parse(text: string): WebhookPayload {
  let payload: Partial<WebhookPayload> | null;
  try {
    payload = JSON.parse(text);
  } catch {
    return reject("INVALID_BODY");
  }
  const isEvent =
    typeof payload?.type === "string" &&
    typeof payload.timestamp === "string" &&
    typeof payload.data === "object" &&
    payload.data !== null;
  return isEvent ? (payload as WebhookPayload) : reject("INVALID_BODY");
}
