/** Verifies the creation of a passkey. @see WebAuthn Level 3, section 7.1 */

import { toBase64Url } from "@latchkey/core/crypto";
import { type AttestedCredential, checkAuthenticatorData, parseAuthenticatorData } from "./authenticator-data.ts";
import { decodeCbor, isCborMap } from "./cbor.ts";
import { checkClientData, decodeBytes, type ExpectedCeremony } from "./client-data.ts";
import { reject } from "./error.ts";
import type { RegistrationResponse } from "./json.ts";
import { importPublicKey } from "./public-key.ts";

/** Requirements for a registration. */
export interface ExpectedRegistration extends ExpectedCeremony {
  /** Whether the user had to be present. `false` if the browser creates the passkey after a password sign-in. */
  readonly requireUserPresence: boolean;
  /** Checks the attestation statement. Without it, the statement is ignored. */
  readonly verifyAttestation?: VerifyAttestation | undefined;
}

/**
 * Checks an attestation statement. Anything but `true` rejects the passkey.
 * @param attestationObject as the authenticator sent it, CBOR
 * @param clientDataHash SHA-256 of the client data
 */
export type VerifyAttestation = (
  attestationObject: Uint8Array,
  clientDataHash: Uint8Array,
) => boolean | Promise<boolean>;

/** A verified new passkey. */
export interface VerifiedRegistration {
  /** Base64url. */
  readonly credentialID: string;
  readonly rawID: Uint8Array;
  /** The COSE key. */
  readonly publicKey: Uint8Array;
  readonly aaguid: string;
  readonly counter: number;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/** @throws {WebAuthnError} if the response doesn't prove a new passkey for this challenge */
export async function verifyRegistration(
  { id, rawId, type, response }: RegistrationResponse,
  expected: ExpectedRegistration,
): Promise<VerifiedRegistration> {
  if (type !== "public-key" || id !== rawId) reject("credential id");
  const clientDataHash = checkClientData(response.clientDataJSON, "webauthn.create", expected);
  const attestationObject = decodeBytes(response.attestationObject);
  const data = parseAuthenticatorData(readAuthData(attestationObject));
  checkAuthenticatorData(data, expected, expected.requireUserPresence);
  const attested: AttestedCredential = data.attested ?? reject("attestation object");
  const credentialID = toBase64Url(attested.credentialID);
  if (credentialID !== id) reject("credential id");
  await importPublicKey(attested.coseKey);
  await checkAttestation(expected.verifyAttestation, attestationObject, clientDataHash);
  return {
    credentialID,
    rawID: attested.credentialID,
    publicKey: attested.publicKey,
    aaguid: attested.aaguid,
    counter: data.counter,
    userVerified: data.userVerified,
    backupEligible: data.backupEligible,
    backedUp: data.backedUp,
  };
}

/** If the verifier throws, the statement is rejected, because it comes from the client and can be malformed. */
async function checkAttestation(
  verify: VerifyAttestation | undefined,
  attestationObject: Uint8Array,
  clientDataHash: Uint8Array,
): Promise<void> {
  if (!verify) return;
  const check = async (): Promise<boolean> => verify(attestationObject, clientDataHash);
  if ((await check().catch(() => false)) !== true) reject("attestation");
}

/**
 * Returns the authenticator data of an attestation object. The format and the statement must exist, but aren't checked
 * here.
 */
function readAuthData(bytes: Uint8Array): Uint8Array {
  const object = decodeCbor(bytes);
  if (!isCborMap(object)) return reject("attestation object");
  const [format, statement, authData] = [object.get("fmt"), object.get("attStmt"), object.get("authData")];
  if (typeof format !== "string" || !isCborMap(statement)) reject("attestation object");
  return authData instanceof Uint8Array ? authData : reject("attestation object");
}
