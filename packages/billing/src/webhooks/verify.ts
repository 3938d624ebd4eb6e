/** Standard Webhooks: who sent this, and when. For any sender that follows the standard. */

import { constantTimeEqual, fromUtf8, hmacSha256, toBase64, utf8 } from "@latchkey/core/crypto";
import { fail, readBytes } from "@latchkey/core/plugin";
import { webhookErrors } from "../errors.ts";
import { type WebhookSecrets, webhookKeys } from "./secrets.ts";

/** A delivery whose sender is known. */
export interface VerifiedWebhook {
  /** The `webhook-id`: the same for each try of one event. */
  readonly id: string;
  /** When this try was signed. */
  readonly sentAt: Date;
  /** The bytes that were signed. */
  readonly body: Uint8Array;
  /** The body as text. */
  text(): string;
}

/** What else verifying takes. */
export interface VerifyOptions {
  /** The time it is. Default: the system's. */
  readonly now?: Date | undefined;
  /** Most bytes of the body. Default: 1 MiB. */
  readonly limit?: number | undefined;
}

/** Seconds that sender and receiver may be apart, either way. */
const tolerance = 300;

/**
 * Verifies a request by the Standard Webhooks. Reads its body, which must not have been read before: a signature is over
 * the bytes as they came, and what was parsed and printed again is not those.
 *
 * Which deliveries came before is not looked at: keep the `id`, and refuse to act on it twice.
 *
 * @param secrets the endpoint's secret; several while it is being changed
 * @throws {AuthError} 400 `WEBHOOK_MISSING_HEADERS`, `WEBHOOK_TIMESTAMP_TOO_OLD` or `WEBHOOK_TIMESTAMP_TOO_NEW` (more than
 *   300 seconds), `WEBHOOK_NO_MATCHING_SIGNATURE`; 413 `PAYLOAD_TOO_LARGE`
 * @throws {Error} a secret that is empty, or not what its `format` says
 * @see https://www.standardwebhooks.com
 */
export async function verifyWebhook(
  request: Request,
  secrets: WebhookSecrets,
  { now = new Date(), limit = 1_048_576 }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const { keys } = webhookKeys(secrets);
  const signed = signedHeaders(request.headers, now);
  return verifyBody(signed, await readBytes(request, limit), keys);
}

/** The three headers, looked at before the body is read. */
export interface SignedHeaders {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

/**
 * Reads the headers and looks at the time.
 * @throws {AuthError} as {@link verifyWebhook}
 */
export function signedHeaders(headers: Headers, now: Date): SignedHeaders {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const signature = headers.get("webhook-signature") ?? "";
  // A header that came twice is joined by a comma and a blank: which of them counts nobody can say.
  const isWhole = [id, timestamp, signature].every((value) => value !== "" && !value.includes(", "));
  if (!isWhole || !/^-?\d{1,15}$/.test(timestamp)) fail(webhookErrors, "WEBHOOK_MISSING_HEADERS");
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (age > tolerance) fail(webhookErrors, "WEBHOOK_TIMESTAMP_TOO_OLD");
  if (age < -tolerance) fail(webhookErrors, "WEBHOOK_TIMESTAMP_TOO_NEW");
  return { id, timestamp, signatures: signature.split(" ") };
}

/**
 * Compares the signatures of a body.
 * @throws {AuthError} `WEBHOOK_NO_MATCHING_SIGNATURE`
 */
export function verifyBody(
  { id, timestamp, signatures }: SignedHeaders,
  body: Uint8Array,
  keys: readonly Uint8Array[],
): VerifiedWebhook {
  const signed = joined(utf8(`${id}.${timestamp}.`), body);
  let matches = 0;
  for (const key of keys) {
    const expected = `v1,${toBase64(hmacSha256(key, signed))}`;
    // Every pair is compared, so that the time does not tell which one it was.
    for (const signature of signatures) matches += Number(constantTimeEqual(expected, signature));
  }
  if (matches === 0) fail(webhookErrors, "WEBHOOK_NO_MATCHING_SIGNATURE");
  return { id, sentAt: new Date(Number(timestamp) * 1000), body, text: () => fromUtf8(body) };
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
