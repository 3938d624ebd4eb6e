/** The plugin's errors. */

import { type AuthErrorOptions, type ErrorEntry, fail, setupErrors } from "@latchkey/core/plugin";

/** The errors of all calls. */
export const ssoErrors = {
  INVALID_DOMAIN: { status: 400, message: "Enter a domain, such as example.com" },
  PUBLIC_DOMAIN: { status: 400, message: "Anyone can have an email address at this domain" },
  discovery_invalid_url: { status: 400, message: "The issuer must be a public https URL" },
  discovery_not_found: { status: 400, message: "The issuer has no discovery document" },
  discovery_invalid_json: { status: 400, message: "The issuer's discovery document isn't JSON" },
  discovery_incomplete: { status: 400, message: "The issuer's discovery document lacks an endpoint" },
  issuer_mismatch: { status: 400, message: "The issuer's discovery document names another issuer" },
  unsupported_token_auth_method: {
    status: 400,
    message: "The provider supports neither client_secret_basic nor client_secret_post",
  },
  SAML_INVALID_METADATA: { status: 400, message: "The metadata isn't that of one SAML 2.0 identity provider" },
  SAML_INVALID_CERTIFICATE: { status: 400, message: "A certificate can't be read, or its key is too weak" },
  NO_TESTED_PROVIDER: {
    status: 400,
    message: "Test the provider first. A test counts for 24 hours, and until the provider changes.",
  },
  DOMAIN_NOT_VERIFIED: { status: 400, message: "Verify the domain first" },
  SINGLE_LOGOUT_NOT_ENABLED: { status: 400, message: "The identity provider can't end this session" },
  INVALID_LOGOUT_REQUEST: { status: 400, message: "The logout request isn't valid" },
  INVALID_LOGOUT_RESPONSE: { status: 400, message: "The logout response isn't valid" },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "No active organization" },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: "You are not a member of this organization" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM: { status: 403, message: "You are not allowed to manage SCIM" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO: { status: 403, message: "You are not allowed to manage single sign-on" },
  DOMAIN_LIMIT_REACHED: { status: 403, message: "The organization has reached the maximum number of domains" },
  SSO_PROVIDER_LIMIT_REACHED: {
    status: 403,
    message: "The organization has reached the maximum number of identity providers",
  },
  SSO_ROLE_NOT_ALLOWED: { status: 403, message: "You can only map roles that you can assign yourself" },
  SSO_DOMAIN_NOT_VERIFIED: { status: 403, message: "None of the provider's domains is verified" },
  SSO_PROVIDER_DISABLED: { status: 403, message: "The identity provider is turned off" },
  SETUP_LINK_INVALID: setupErrors.SETUP_LINK_INVALID as ErrorEntry,
  EMAIL_MANAGED_BY_ORGANIZATION: {
    status: 403,
    message: "Your organization requires single sign-on, so you can only use an email at one of its domains",
  },
  SSO_REQUIRED: { status: 403, message: "Sign in with your organization's identity provider" },
  SSO_SESSION_ENDED: { status: 403, message: "The identity provider has ended this sign-in. Sign in again." },
  SSO_PROVIDER_NOT_FOUND: { status: 404, message: "Identity provider not found" },
  DOMAIN_NOT_FOUND: { status: 404, message: "Domain not found" },
  NO_PENDING_VERIFICATION: { status: 404, message: "The domain isn't waiting to be verified" },
  DOMAIN_TAKEN: { status: 409, message: "The domain belongs to another organization" },
  DOMAIN_VERIFIED: { status: 409, message: "The domain is already verified" },
  SSO_PROVIDER_CHANGED: { status: 409, message: "The provider was changed meanwhile. Reload it, and try again." },
  KEY_ROTATION_OUT_OF_ORDER: { status: 409, message: "This step isn't possible with the provider's current keys" },
  SSO_PROVIDER_HAS_ACCOUNTS: {
    status: 409,
    message: "Users have signed in with this provider. To change its issuer or client ID, register another one.",
  },
  INVALID_PROVIDER_ID: { status: 422, message: "The provider's ID can't be used" },
  PROVIDER_ID_TAKEN: { status: 422, message: "The provider's ID is already taken" },
  discovery_timeout: { status: 502, message: "The issuer couldn't be reached" },
  PROVIDER_UNAVAILABLE: { status: 503, message: "The provider can't be reached. Try again later." },
  DOMAIN_VERIFICATION_FAILED: { status: 502, message: "The TXT record wasn't found. DNS changes can take some time." },
} as const;

/** A code of {@link ssoErrors}. */
export type SsoErrorCode = keyof typeof ssoErrors;

/** @throws {AuthError} the error with this code */
export function failWith(code: SsoErrorCode, options: AuthErrorOptions = {}): never {
  return fail(ssoErrors, code, options);
}

/** Returns the catalog entries for these codes, for an endpoint's declaration of its errors. */
export function pickErrors<Code extends SsoErrorCode>(
  ...codes: readonly Code[]
): Readonly<Record<NoInfer<Code>, ErrorEntry>> {
  const all: Readonly<Record<SsoErrorCode, ErrorEntry>> = ssoErrors;
  return Object.fromEntries(codes.map((code) => [code, all[code]])) as Record<Code, ErrorEntry>;
}
