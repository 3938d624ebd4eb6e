/** The plugin's errors. */

import { type AuthErrorOptions, type ErrorEntry, fail } from "@latchkey/core/plugin";

/** The errors of all calls. */
export const ssoErrors = {
  INVALID_DOMAIN: { status: 400, message: "Enter a domain, such as example.com" },
  PUBLIC_DOMAIN: { status: 400, message: "Anyone can have an email address at this domain" },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "No active organization" },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: "You are not a member of this organization" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO: { status: 403, message: "You are not allowed to manage single sign-on" },
  DOMAIN_LIMIT_REACHED: { status: 403, message: "The organization has reached the maximum number of domains" },
  DOMAIN_NOT_FOUND: { status: 404, message: "Domain not found" },
  NO_PENDING_VERIFICATION: { status: 404, message: "The domain isn't waiting to be verified" },
  DOMAIN_TAKEN: { status: 409, message: "The domain belongs to another organization" },
  DOMAIN_VERIFIED: { status: 409, message: "The domain is already verified" },
  DOMAIN_VERIFICATION_FAILED: { status: 502, message: "The TXT record wasn't found. DNS changes can take some time." },
} as const;

/** A code of {@link ssoErrors}. */
export type SsoErrorCode = keyof typeof ssoErrors;

/** @throws {AuthError} the error with this code */
export function failWith(code: SsoErrorCode, options: AuthErrorOptions = {}): never {
  return fail(ssoErrors, code, options);
}

/** Returns these entries of the catalog, for an endpoint's declaration. */
export function pickErrors<Code extends SsoErrorCode>(
  ...codes: readonly Code[]
): Readonly<Record<NoInfer<Code>, ErrorEntry>> {
  const all: Readonly<Record<SsoErrorCode, ErrorEntry>> = ssoErrors;
  return Object.fromEntries(codes.map((code) => [code, all[code]])) as Record<Code, ErrorEntry>;
}
