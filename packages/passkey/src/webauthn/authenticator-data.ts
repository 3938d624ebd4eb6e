/** Authenticator data: the part of a response that the authenticator signs. @see WebAuthn Level 3, section 6.1 */

import { sha256, toHex } from "@latchkey/core/crypto";
import { type CborMap, decodeCborItem, isCborMap } from "./cbor.ts";
import { reject } from "./error.ts";

/** Decoded authenticator data. */
export interface AuthenticatorData {
  readonly rpIDHash: Uint8Array;
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  /** Whether the passkey can be synced to other devices. Never changes. */
  readonly backupEligible: boolean;
  /** Whether the passkey is currently synced. */
  readonly backedUp: boolean;
  readonly counter: number;
  /** The new passkey. `null` except during registration. */
  readonly attested: AttestedCredential | null;
}

/** A new passkey. */
export interface AttestedCredential {
  /** The authenticator's model, as a UUID. All zeros if the authenticator doesn't report it. */
  readonly aaguid: string;
  readonly credentialID: Uint8Array<ArrayBuffer>;
  /** The COSE key as it was sent. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly coseKey: CborMap;
}

const headerLength = 37;
/** The longest id that the specification allows, in bytes. */
const maxCredentialIDLength = 1023;

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64, extensions: 128 };

/** @throws {WebAuthnError} if the bytes are malformed or have trailing data */
export function parseAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < headerLength) reject("authenticator data");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(32);
  const has = (bit: number): boolean => (flags & bit) !== 0;
  const attested = has(flag.attested) ? parseAttested(bytes, view) : null;
  let end = attested?.end ?? headerLength;
  if (has(flag.extensions)) {
    const extensions = decodeCborItem(bytes, end);
    if (!isCborMap(extensions.value)) reject("authenticator data");
    end = extensions.end;
  }
  if (end !== bytes.length) reject("authenticator data");
  const data = {
    rpIDHash: bytes.slice(0, 32),
    userPresent: has(flag.userPresent),
    userVerified: has(flag.userVerified),
    backupEligible: has(flag.backupEligible),
    backedUp: has(flag.backedUp),
    counter: view.getUint32(33),
    attested: attested?.credential ?? null,
  };
  return data.backedUp && !data.backupEligible ? reject("backup flags") : data;
}

/** @throws {WebAuthnError} if the data is for another site, or if the user wasn't present */
export function checkAuthenticatorData(
  data: AuthenticatorData,
  { rpID, requireUserVerification }: { readonly rpID: string; readonly requireUserVerification: boolean },
  requireUserPresence = true,
): void {
  const hash = sha256(rpID);
  if (!data.rpIDHash.every((byte, at) => byte === hash[at])) reject("rp id");
  if (requireUserPresence && !data.userPresent) reject("user presence");
  if (requireUserVerification && !data.userVerified) reject("user verification");
}

function parseAttested(bytes: Uint8Array, view: DataView): { credential: AttestedCredential; end: number } {
  const idStart = headerLength + 18;
  if (bytes.length < idStart) reject("authenticator data");
  const idLength = view.getUint16(headerLength + 16);
  const keyStart = idStart + idLength;
  if (idLength === 0 || idLength > maxCredentialIDLength || keyStart > bytes.length) reject("credential id");
  const { value: coseKey, end } = decodeCborItem(bytes, keyStart);
  if (!isCborMap(coseKey)) return reject("public key");
  const credential = {
    aaguid: uuid(bytes.slice(headerLength, headerLength + 16)),
    credentialID: new Uint8Array(bytes.slice(idStart, keyStart)),
    publicKey: new Uint8Array(bytes.slice(keyStart, end)),
    coseKey,
  };
  return { credential, end };
}

function uuid(bytes: Uint8Array): string {
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
