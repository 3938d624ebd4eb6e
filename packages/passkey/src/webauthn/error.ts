/** Reasons for rejecting an authenticator's response. */

/** The reason, for tests and logs. Clients only see that the verification failed. */
export type WebAuthnReason =
  | "encoding"
  | "credential id"
  | "cbor"
  | "cbor: unsupported item"
  | "cbor: duplicate key"
  | "cbor: nested too deeply"
  | "client data"
  | "type"
  | "challenge"
  | "origin"
  | "cross-origin"
  | "token binding"
  | "attestation object"
  | "authenticator data"
  | "rp id"
  | "user presence"
  | "user verification"
  | "backup flags"
  | "algorithm"
  | "public key"
  | "signature encoding"
  | "signature"
  | "attestation";

/** Thrown if a response doesn't prove what it claims. */
export class WebAuthnError extends Error {
  override readonly name = "WebAuthnError";
  readonly reason: WebAuthnReason;

  constructor(reason: WebAuthnReason) {
    super(`The response was rejected: ${reason}`);
    this.reason = reason;
  }
}

/** @throws {WebAuthnError} always */
export function reject(reason: WebAuthnReason): never {
  throw new WebAuthnError(reason);
}
