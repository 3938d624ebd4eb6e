/** Verifies Standard Webhooks signatures from any sender. */

import { constantTimeEqual, fromUtf8, hmacSha256, toBase64, utf8 } from "@latchkey/core/crypto";
import { fail, readBytes } from "@latchkey/core/plugin";
import { webhookErrors } from "../errors.ts";
import { type WebhookSecrets, webhookKeys } from "./secrets.ts";

/** A delivery with a verified signature. */
export interface VerifiedWebhook {
  /** The `webhook-id`, the same for every attempt of one event. */
  readonly id: string;
  /** When this attempt was signed. */
  readonly sentAt: Date;
  /** The bytes that were signed. */
  readonly body: Uint8Array;
  /** The body as text. */
  text(): string;
}

/** Options for `verifyWebhook`. */
export interface VerifyOptions {
  /** The current time. Default: the system's. */
  readonly now?: Date | undefined;
  /** Maximum size of the body, in bytes. Default: 1048576 (1 MiB). */
  readonly limit?: number | undefined;
}

/** Maximum clock difference between sender and receiver in either direction, in seconds. */
const tolerance = 300;

/**
 * Verifies a request that's signed according to Standard Webhooks. It reads the body, which must not have been read
 * before, because the signature covers the exact bytes. Parsing and serializing the body again would change them.
 *
 * Doesn't detect replays. Store the `id`, and don't process it twice.
 *
 * @param secrets the endpoint's secret, or several during a rotation
 * @throws {AuthError} 400 `WEBHOOK_MISSING_HEADERS`, `WEBHOOK_TIMESTAMP_TOO_OLD` or `WEBHOOK_TIMESTAMP_TOO_NEW` (more
 * than 300 seconds), or `WEBHOOK_NO_MATCHING_SIGNATURE`, and 413 `PAYLOAD_TOO_LARGE`
 * @throws {Error} if a secret is empty or doesn't match its `format`
 * @see https://www.standardwebhooks.com
 */
export async function verifyWebhook(
  request: Request,
  secrets: WebhookSecrets,
  { now = new Date(), limit = 1_048_576 }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const { keys } = webhookKeys(secrets);
  const signed = readSignedHeaders(request.headers, now);
  return verifyBody(signed, await readBytes(request, limit), keys);
}

/** The three signature headers, which are checked before the body is read. */
export interface SignedHeaders {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

/**
 * Reads the headers and checks the timestamp.
 * @throws {AuthError} `WEBHOOK_MISSING_HEADERS`, `WEBHOOK_TIMESTAMP_TOO_OLD`, or `WEBHOOK_TIMESTAMP_TOO_NEW`
 */
export function readSignedHeaders(headers: Headers, now: Date): SignedHeaders {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const signature = headers.get("webhook-signature") ?? "";
  // Duplicate headers are joined with a comma and a space. They're ambiguous, so reject them.
  const isComplete = [id, timestamp, signature].every((value) => value !== "" && !value.includes(", "));
  if (!isComplete || !/^-?\d{1,15}$/.test(timestamp)) fail(webhookErrors, "WEBHOOK_MISSING_HEADERS");
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (age > tolerance) fail(webhookErrors, "WEBHOOK_TIMESTAMP_TOO_OLD");
  if (age < -tolerance) fail(webhookErrors, "WEBHOOK_TIMESTAMP_TOO_NEW");
  return { id, timestamp, signatures: signature.split(" ") };
}

/**
 * Compares a body's signatures with the expected ones.
 * @throws {AuthError} `WEBHOOK_NO_MATCHING_SIGNATURE`
 */
export function verifyBody(
  { id, timestamp, signatures }: SignedHeaders,
  body: Uint8Array,
  keys: readonly Uint8Array[],
): VerifiedWebhook {
  const signed = concatBytes(utf8(`${id}.${timestamp}.`), body);
  let matches = 0;
  for (const key of keys) {
    const expected = `v1,${toBase64(hmacSha256(key, signed))}`;
    // Compare every pair in constant time, so that timing doesn't reveal which one matches.
    for (const signature of signatures) matches += Number(constantTimeEqual(expected, signature));
  }
  if (matches === 0) fail(webhookErrors, "WEBHOOK_NO_MATCHING_SIGNATURE");
  return { id, sentAt: new Date(Number(timestamp) * 1000), body, text: () => fromUtf8(body) };
}

function concatBytes(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
