/** The reasons why SAML messages are rejected. */

/** The reasons, each with an explanation for the person who sets up the provider. */
export const samlErrors = {
  SAML_INVALID_ENCODING: "The message isn't valid base64",
  SAML_INVALID_XML: "The message isn't a SAML 2.0 message in plain, well-formed XML",
  SAML_NO_ASSERTION: "The response has no assertion",
  SAML_MULTIPLE_ASSERTIONS: "The response must have exactly one assertion, directly inside it",
  SAML_SIGNATURE_INVALID: "A signature is invalid, uses a weak algorithm, or was made with an unknown key",
  SAML_ASSERTION_SIGNATURE_REQUIRED: "Neither the response nor its assertion is signed",
  SAML_DECRYPTION_FAILED: "The assertion couldn't be decrypted",
  SAML_STATUS_NOT_SUCCESS: "The identity provider refused the sign-in",
  SAML_ISSUER_MISMATCH: "The message comes from another identity provider",
  SAML_DESTINATION_MISMATCH: "The message was sent to another URL",
  SAML_AUDIENCE_MISSING: "The assertion names no audience",
  SAML_AUDIENCE_MISMATCH: "The assertion is for another service provider",
  SAML_CONDITION_UNKNOWN: "The assertion has a condition that isn't supported",
  SAML_BEARER_CONFIRMATION_MISSING: "The assertion has no bearer confirmation",
  SAML_RECIPIENT_MISSING: "The assertion names no recipient",
  SAML_RECIPIENT_MISMATCH: "The assertion is for another URL",
  SAML_IN_RESPONSE_TO_MISMATCH: "The message doesn't answer the request that was sent",
  SAML_TIMESTAMP_MISSING: "The assertion doesn't say when it expires",
  SAML_TIMESTAMP_INVALID: "The message has a time that isn't in UTC or can't be read",
  SAML_ASSERTION_EXPIRED: "The assertion has expired",
  SAML_ASSERTION_NOT_YET_VALID: "The assertion isn't valid yet",
  SAML_NAME_ID_INVALID: "The name ID is missing, transient, encrypted, or has invalid characters",
  SAML_AUTHN_STATEMENT_MISSING: "The assertion doesn't say that the user has signed in",
  SAML_INVALID_METADATA: "The metadata isn't that of one SAML 2.0 identity provider",
  SAML_INVALID_CERTIFICATE: "A certificate can't be read, or its key is too weak",
} as const;

/** A code of {@link samlErrors}. */
export type SamlErrorCode = keyof typeof samlErrors;

/** A SAML message, certificate, or metadata document that was rejected. */
export class SamlError extends Error {
  override readonly name = "SamlError";
  readonly code: SamlErrorCode;

  /** @param detail for the log. It never leaves the server. */
  constructor(code: SamlErrorCode, detail?: string) {
    super(detail === undefined ? samlErrors[code] : `${samlErrors[code]}: ${detail}`);
    this.code = code;
  }
}

/** @throws {SamlError} always */
export function reject(code: SamlErrorCode, detail?: string): never {
  throw new SamlError(code, detail);
}
