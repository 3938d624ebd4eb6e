/** Verifies the signatures of Stripe's webhooks: `Stripe-Signature: t=…,v1=…`. */

import { constantTimeEqual, fromUtf8, hmacSha256, toHex, utf8 } from "@latchkey/core/crypto";
import { fail, parseJson } from "@latchkey/core/plugin";
import { webhookErrors } from "../errors.ts";
import type { WebhookVerifier } from "../provider/webhooks.ts";
import type { WebhookSecret, WebhookSecrets } from "../webhooks/secrets.ts";
import type { VerifiedWebhook } from "../webhooks/verify.ts";

/** Maximum clock difference in either direction, in seconds. The SDK has the same default, but only checks the past. */
const tolerance = 300;

/**
 * Creates the verifier for Stripe's signatures.
 * @throws {Error} if a secret is empty or isn't a string
 */
export function createStripeVerifier(secrets: WebhookSecrets): WebhookVerifier {
  const keys = signingKeys(secrets);
  return {
    warnings: keys.some((key) => key.length < 24)
      ? ["A webhook secret is shorter than 24 bytes, so it might be guessed. Use the one that Stripe shows."]
      : [],
    readHeaders(headers, now) {
      const signed = readSignature(headers.get("stripe-signature") ?? "", now);
      return (body) => verifyBody(signed, body, keys);
    },
  };
}

/** Stripe uses the whole secret as the key, including its `whsec_` prefix. */
function signingKeys(secrets: WebhookSecrets): readonly Uint8Array[] {
  const secretList = (Array.isArray(secrets) ? secrets : [secrets]) as readonly (string | WebhookSecret)[];
  if (secretList.length === 0)
    throw new Error("billing.secret is empty. Use the signing secret of your Stripe endpoint.");
  return secretList.map((one) => {
    const { secret, format } = typeof one === "string" ? { secret: one } : one;
    if (typeof secret !== "string" || secret.trim() === "" || secret === "whsec_") {
      throw new Error(
        "billing.secret is empty. Use the signing secret of your Stripe endpoint, which starts with whsec_.",
      );
    }
    if (format === "base64")
      throw new Error(
        "billing.secret has the format base64, but Stripe uses the whole secret as the key. Remove the format.",
      );
    return utf8(secret);
  });
}

interface SignatureHeader {
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

/** @throws {AuthError} `WEBHOOK_MISSING_HEADERS`, `WEBHOOK_TIMESTAMP_TOO_OLD`, or `WEBHOOK_TIMESTAMP_TOO_NEW` */
function readSignature(header: string, now: Date): SignatureHeader {
  const entries = header.split(",").map((entry) => entry.trim().split("="));
  const valuesOf = (name: string) => entries.flatMap(([key, value = ""]) => (key === name ? [value] : []));
  const [timestamp = "", ...others] = valuesOf("t");
  const signatures = valuesOf("v1");
  // Duplicate headers are joined with a comma. They're ambiguous, so reject them.
  const isComplete = /^\d{1,15}$/.test(timestamp) && others.length === 0 && signatures.length > 0;
  if (!isComplete) fail(webhookErrors, "WEBHOOK_MISSING_HEADERS");
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (age > tolerance) fail(webhookErrors, "WEBHOOK_TIMESTAMP_TOO_OLD");
  if (age < -tolerance) fail(webhookErrors, "WEBHOOK_TIMESTAMP_TOO_NEW");
  return { timestamp, signatures };
}

/** @throws {AuthError} `WEBHOOK_NO_MATCHING_SIGNATURE` */
function verifyBody(
  { timestamp, signatures }: SignatureHeader,
  body: Uint8Array,
  keys: readonly Uint8Array[],
): VerifiedWebhook {
  const head = utf8(`${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  let matches = 0;
  for (const key of keys) {
    const expected = toHex(hmacSha256(key, signed));
    // Compare every pair in constant time, so that timing doesn't reveal which one matches.
    for (const signature of signatures) matches += Number(constantTimeEqual(expected, signature));
  }
  if (matches === 0) fail(webhookErrors, "WEBHOOK_NO_MATCHING_SIGNATURE");
  const text = fromUtf8(body);
  return { id: eventIdOf(text), sentAt: new Date(Number(timestamp) * 1000), body, text: () => text };
}

/** Returns the event's id, which is the same for every attempt and every endpoint. It's only in the body. */
function eventIdOf(body: string): string {
  const event = parseJson(body) as { readonly id?: unknown } | null;
  return typeof event?.id === "string" ? event.id : "";
}
