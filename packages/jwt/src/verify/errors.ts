/** The verifier's error. */

/**
 * Why a token was rejected. With `unavailable`, the issuer's keys or its ended sessions can't be read, so the token
 * might be valid. Respond with 503. Respond with 401 to every other reason.
 */
export type RejectionReason =
  | "malformed"
  | "type"
  | "algorithm"
  | "unknown-key"
  | "signature"
  | "expired"
  | "issuer"
  | "audience"
  | "claims"
  | "session-ended"
  | "unavailable";

/** Thrown if a token is rejected. */
export class TokenVerificationError extends Error {
  override readonly name = "TokenVerificationError";
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
