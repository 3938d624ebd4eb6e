/** Verifies webhook signatures. See Standard Webhooks, https://www.standardwebhooks.com. */

import { constantTimeEqual, fromBase64, hmacSha256, toBase64, utf8 } from "@latchkey/core/crypto";
import type { SignatureCheck } from "./received.ts";

/** The signed parts of a request, and the signature. */
export interface SignedRequest {
  readonly eventId: string;
  /** Seconds since 1970, as text. */
  readonly timestamp: string;
  /** Signatures, separated by spaces. */
  readonly signature: string;
  readonly body: string;
  readonly date: Date;
}

/** Whether the text is a Standard Webhooks secret. */
export function isSecret(text: string): boolean {
  return (keyOf(text)?.length ?? 0) > 0;
}

function keyOf(secret: string): Uint8Array | null {
  return secret.startsWith("whsec_") ? fromBase64(secret.slice("whsec_".length)) : null;
}

const toleranceMs = 300_000;

/** Verifies a request with each secret. */
export function checkSignature(
  { eventId, timestamp, signature, body, date }: SignedRequest,
  secrets: readonly string[],
): SignatureCheck {
  if (eventId === "" || timestamp === "" || signature === "") return "missing";
  if (secrets.length === 0) return "unchecked";
  const given = signature.split(" ");
  const isSigned = secrets.some((secret) => {
    const key = keyOf(secret);
    if (!key) return false;
    const expected = utf8(`v1,${toBase64(hmacSha256(key, `${eventId}.${timestamp}.${body}`))}`);
    return given.some((one) => constantTimeEqual(utf8(one), expected));
  });
  if (!isSigned) return "wrong";
  return Math.abs(date.getTime() - Number(timestamp) * 1000) <= toleranceMs ? "verified" : "late";
}
