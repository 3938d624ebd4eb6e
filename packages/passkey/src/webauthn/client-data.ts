/** Client data: the browser's description of the ceremony. @see WebAuthn Level 3, section 5.8.1 */

import { fromBase64Url, fromUtf8, sha256 } from "@latchkey/core/crypto";
import { reject } from "./error.ts";

/** Values that the client data must have. */
export interface ExpectedCeremony {
  /** The challenge as it was sent, base64url. */
  readonly challenge: string;
  /** Whether a response can come from this origin. */
  readonly isOrigin: (origin: string) => boolean;
  readonly rpID: string;
  readonly requireUserVerification: boolean;
}

/** Decodes base64url. @throws {WebAuthnError} if the string isn't in canonical form */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64Url(text) ?? reject("encoding");
}

/**
 * Checks the client data and returns the SHA-256 of its bytes, which the authenticator signed.
 * @throws {WebAuthnError} if it's for a different ceremony, challenge, or origin
 */
export function checkClientData(
  encoded: string,
  type: "webauthn.create" | "webauthn.get",
  { challenge, isOrigin }: ExpectedCeremony,
): Uint8Array {
  const bytes = decodeBytes(encoded);
  const data = parseClientData(bytes);
  if (data.type !== type) reject("type");
  if (data.challenge !== challenge) reject("challenge");
  if (typeof data.origin !== "string" || !isOrigin(data.origin)) reject("origin");
  // Reject frames on other sites, because the user would think that the ceremony is for the surrounding site.
  if ((data.crossOrigin ?? false) !== false || (data.topOrigin ?? null) !== null) reject("cross-origin");
  if (!isTokenBinding(data.tokenBinding)) reject("token binding");
  return sha256(bytes);
}

/** Returns the challenge that a response claims to be for, or `null`. Doesn't check it. */
export function claimedChallenge(encoded: string): string | null {
  const bytes = fromBase64Url(encoded);
  if (!bytes) return null;
  try {
    const { challenge } = parseClientData(bytes);
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

function parseClientData(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(fromUtf8(bytes));
    if (typeof data === "object" && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  } catch {
    // Not JSON.
  }
  return reject("client data");
}

const tokenBindings: readonly unknown[] = ["present", "supported", "not-supported", "notSupported"];

/** The field is obsolete, but older browsers still send it. */
function isTokenBinding(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "object" && "status" in value && tokenBindings.includes(value.status);
}
