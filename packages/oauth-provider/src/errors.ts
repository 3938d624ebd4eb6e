/** The plugin's errors. Lowercase codes come from OAuth, and are sent as `{ error, error_description }`. */

import { AuthError, type AuthErrorOptions } from "@latchkey/core/plugin";

/** OAuth's errors, with their status and a description. RFC 6749, section 5.2, and later standards. */
export const oauthErrors = {
  invalid_request: { status: 400, message: "The request is invalid" },
  invalid_client: { status: 401, message: "The client is unknown or its authentication failed" },
  invalid_grant: { status: 400, message: "The code or token is invalid, expired, or was used already" },
  unauthorized_client: { status: 400, message: "The client can't use this grant type" },
  unsupported_grant_type: { status: 400, message: "The grant type isn't supported" },
  invalid_scope: { status: 400, message: "The scope is unknown or isn't allowed" },
  invalid_target: { status: 400, message: "The resource is unknown or isn't allowed" },
  invalid_token: { status: 401, message: "The access token is invalid or has expired" },
  insufficient_scope: { status: 403, message: "The access token lacks a scope" },
  invalid_redirect_uri: { status: 400, message: "A redirect URI is invalid" },
  invalid_client_metadata: { status: 400, message: "The client's metadata is invalid" },
  invalid_request_uri: { status: 400, message: "The request_uri is unknown, expired, or was used already" },
  invalid_dpop_proof: { status: 400, message: "The DPoP proof is missing or isn't valid" },
  unsupported_response_type: { status: 400, message: "The response type isn't supported" },
  request_not_supported: { status: 400, message: "Request objects aren't supported" },
  access_denied: { status: 403, message: "Access was denied" },
  authorization_pending: { status: 400, message: "The user hasn't decided yet" },
  slow_down: { status: 400, message: "Polling too frequently" },
  expired_token: { status: 400, message: "The code has expired" },
} as const;

/** The code of an OAuth error. */
export type OAuthErrorCode = keyof typeof oauthErrors;

/** Whether a code is an OAuth error code. */
export function isOAuthError(code: string): code is OAuthErrorCode {
  return Object.hasOwn(oauthErrors, code);
}

/** The errors of calls that aren't part of a standard. */
export const providerErrors = {
  INVALID_OAUTH_REQUEST: {
    status: 400,
    message: "This sign-in request is invalid or has expired. Go back to the app.",
  },
  INVALID_SCOPE: { status: 400, message: "The app didn't ask for this scope" },
  OAUTH_CLIENT_NOT_FOUND: { status: 404, message: "Client not found" },
  INVALID_CLIENT_METADATA: { status: 400, message: "The client's metadata is invalid" },
  CONSENT_NOT_FOUND: { status: 404, message: "Consent not found" },
  YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION: {
    status: 403,
    message: "You aren't a member of this organization",
  },
  OAUTH_RESOURCE_NOT_FOUND: { status: 404, message: "Resource not found" },
  OAUTH_RESOURCE_ALREADY_EXISTS: { status: 409, message: "There's already a resource with this identifier" },
  OAUTH_RESOURCE_IS_FIXED: {
    status: 400,
    message: "This resource is set in the app's options, and can't be changed here",
  },
  INVALID_OAUTH_RESOURCE: { status: 400, message: "The resource is invalid" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_RESOURCES: { status: 403, message: "You aren't allowed to manage resources" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS: { status: 403, message: "You aren't allowed to manage clients" },
} as const;

/** Throws an OAuth error with the message as its description. @throws {AuthError} */
export function refuse(code: OAuthErrorCode, message?: string, options: AuthErrorOptions = {}): never {
  throw new AuthError(code, oauthErrors[code], message === undefined ? options : { ...options, message });
}

/** Throws one of the plugin's own errors. @throws {AuthError} */
export function failWith(code: keyof typeof providerErrors, message?: string): never {
  throw new AuthError(code, providerErrors[code], message === undefined ? {} : { message });
}

/** Picks the entries that an endpoint declares. */
export function pickErrors<K extends keyof typeof providerErrors>(...codes: K[]): Pick<typeof providerErrors, K> {
  return Object.fromEntries(codes.map((code) => [code, providerErrors[code]])) as Pick<typeof providerErrors, K>;
}
