/** The plugin's errors. Errors that better-auth also has use its messages. */

import { type AuthErrorOptions, type ErrorEntry, fail } from "@latchkey/core/plugin";

/** The errors of all calls. */
export const apiKeyErrors = {
  SERVER_ONLY_PROPERTY: {
    status: 400,
    message: "The property you're trying to set can only be set from the server auth instance only.",
  },
  EXPIRES_IN_IS_TOO_SMALL: {
    status: 400,
    message: "The expiresIn is smaller than the predefined minimum value.",
  },
  EXPIRES_IN_IS_TOO_LARGE: {
    status: 400,
    message: "The expiresIn is larger than the predefined maximum value.",
  },
  KEY_DISABLED_EXPIRATION: { status: 400, message: "Custom key expiration values are disabled." },
  INVALID_PREFIX_LENGTH: { status: 400, message: "The prefix length is either too large or too small." },
  INVALID_NAME_LENGTH: { status: 400, message: "The name length is either too large or too small." },
  NAME_REQUIRED: { status: 400, message: "API Key name is required." },
  INVALID_METADATA_TYPE: { status: 400, message: "metadata must be an object or undefined" },
  ORGANIZATION_ID_REQUIRED: { status: 400, message: "Organization ID is required for organization-owned API keys." },
  INVALID_CONFIG_ID: { status: 400, message: "There's no API key configuration with this ID" },
  METADATA_DISABLED: { status: 400, message: "Metadata is disabled." },
  REFILL_AMOUNT_AND_INTERVAL_REQUIRED: {
    status: 400,
    message: "refillAmount is required when refillInterval is provided",
  },
  REFILL_INTERVAL_AND_AMOUNT_REQUIRED: {
    status: 400,
    message: "refillInterval is required when refillAmount is provided",
  },
  NO_VALUES_TO_UPDATE: { status: 400, message: "No values to update." },
  UNAUTHORIZED_SESSION: { status: 401, message: "Unauthorized or invalid session" },
  USER_NOT_MEMBER_OF_ORGANIZATION: {
    status: 403,
    message: "You are not a member of the organization that owns this API key.",
  },
  INSUFFICIENT_API_KEY_PERMISSIONS: { status: 403, message: "You don't have the permissions for this." },
  NOT_ALLOWED_WITH_API_KEY: { status: 403, message: "You can't do this with an API key" },
  INVALID_API_KEY: { status: 401, message: "Invalid API key." },
  KEY_DISABLED: { status: 401, message: "API Key is disabled" },
  KEY_EXPIRED: { status: 401, message: "API Key has expired" },
  USAGE_EXCEEDED: { status: 429, message: "API Key has reached its usage limit" },
  RATE_LIMITED: { status: 429, message: "Rate limit exceeded." },
  SERVICE_ACCOUNT_NOT_FOUND: { status: 404, message: "Service account not found" },
  NAME_TAKEN: { status: 409, message: "There's already a service account with this name" },
  WEBHOOK_NO_MATCHING_SIGNATURE: { status: 401, message: "The signature doesn't match" },
  API_KEY_LIMIT_REACHED: { status: 403, message: "You have reached the maximum number of API keys" },
  KEY_NOT_FOUND: { status: 404, message: "API Key not found" },
  KEY_ALREADY_ROTATED: { status: 409, message: "This API key has already been replaced" },
} as const;

/** The reasons why `verifyApiKey` rejects a key. */
export const verificationErrors = {
  INVALID_API_KEY: "Invalid API key.",
  KEY_DISABLED: "API Key is disabled",
  KEY_EXPIRED: "API Key has expired",
  USAGE_EXCEEDED: "API Key has reached its usage limit",
  RATE_LIMITED: "Rate limit exceeded.",
  INSUFFICIENT_API_KEY_PERMISSIONS: "The API key doesn't have the required permissions.",
} as const;

/** A code of {@link apiKeyErrors}. */
export type ApiKeyErrorCode = keyof typeof apiKeyErrors;

/** @throws {AuthError} the error with this code */
export function failWith(code: ApiKeyErrorCode, options: AuthErrorOptions = {}): never {
  return fail(apiKeyErrors, code, options);
}

/** Returns these entries of the catalog, for an endpoint's declaration. */
export function pickErrors<Code extends ApiKeyErrorCode>(
  ...codes: readonly Code[]
): Readonly<Record<NoInfer<Code>, ErrorEntry>> {
  const all: Readonly<Record<ApiKeyErrorCode, ErrorEntry>> = apiKeyErrors;
  return Object.fromEntries(codes.map((code) => [code, all[code]])) as Record<Code, ErrorEntry>;
}
