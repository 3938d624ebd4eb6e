/**
 * Public exports of `@latchkey/sso/saml`: SAML 2.0 messages, certificates, and metadata. The plugin uses them, and apps
 * can use them to check an identity provider's messages.
 */

export { type ExpectedResponse, type NameId, readResponse, type SamlIdentity } from "./saml/assertion.ts";
export { type Certificate, isValidAt, readCertificate, readCertificates } from "./saml/certificates.ts";
export { SamlError, type SamlErrorCode, samlErrors } from "./saml/errors.ts";
export { type IdpMetadata, readIdpMetadata } from "./saml/idp-metadata.ts";
export {
  createLogoutRequest,
  createLogoutResponse,
  type ExpectedLogout,
  type LogoutRequest,
  type LogoutRequestInput,
  type LogoutResponseInput,
  readLogoutRequest,
  readLogoutResponse,
  verifyPostedLogout,
} from "./saml/logout.ts";
export {
  type MessageParameter,
  type ReceivedMessage,
  type RedirectMessage,
  readRedirect,
  redirectURL,
} from "./saml/redirect.ts";
export { type AuthnRequest, createAuthnRequest, createMessageId } from "./saml/request.ts";
export type { ResponseKeys } from "./saml/response.ts";
export { type CertificateSubject, createKeyPair, type KeyPair } from "./saml/self-signed.ts";
export type { TrustedKeys } from "./saml/signature.ts";
export { createSpMetadata, type ServiceProvider } from "./saml/sp-metadata.ts";
