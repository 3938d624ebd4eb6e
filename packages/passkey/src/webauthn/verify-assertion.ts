/** Verifies a sign-in with a passkey. @see WebAuthn Level 3, section 7.2 */

import { checkAuthenticatorData, parseAuthenticatorData } from "./authenticator-data.ts";
import { decodeCbor, isCborMap } from "./cbor.ts";
import { checkClientData, decodeBytes, type ExpectedCeremony } from "./client-data.ts";
import { reject } from "./error.ts";
import type { AuthenticationResponse } from "./json.ts";
import { importPublicKey } from "./public-key.ts";

/** A verified assertion. The caller compares the counter and the flags with the stored ones. */
export interface VerifiedAssertion {
  readonly counter: number;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/**
 * @param publicKey the stored COSE key of the passkey with the response's id
 * @throws {WebAuthnError} if the response doesn't prove possession of that passkey for this challenge
 */
export async function verifyAssertion(
  { id, rawId, type, response }: AuthenticationResponse,
  publicKey: Uint8Array,
  expected: ExpectedCeremony,
): Promise<VerifiedAssertion> {
  if (type !== "public-key" || id !== rawId) reject("credential id");
  const clientDataHash = checkClientData(response.clientDataJSON, "webauthn.get", expected);
  const authData = decodeBytes(response.authenticatorData);
  const signature = decodeBytes(response.signature);
  const data = parseAuthenticatorData(authData);
  checkAuthenticatorData(data, expected);
  const coseKey = decodeCbor(publicKey);
  if (!isCborMap(coseKey)) return reject("public key");
  const signed = new Uint8Array([...authData, ...clientDataHash]);
  if (!(await (await importPublicKey(coseKey)).verify(signature, signed))) reject("signature");
  const { counter, userVerified, backupEligible, backedUp } = data;
  return { counter, userVerified, backupEligible, backedUp };
}
