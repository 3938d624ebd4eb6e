/** Social sign-in and linked account errors. */

import { httpErrors } from "../../http/errors.ts";
import { sessionErrors } from "../../sessions/guards.ts";
import { signInSocialErrors } from "./sign-in-errors.ts";

/** Errors from `/link-social`. */
export const linkErrors = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
  PROVIDER_NOT_FOUND: signInSocialErrors.PROVIDER_NOT_FOUND,
  ID_TOKEN_NOT_SUPPORTED: signInSocialErrors.ID_TOKEN_NOT_SUPPORTED,
  INVALID_TOKEN: signInSocialErrors.INVALID_TOKEN,
  FAILED_TO_GET_USER_INFO: signInSocialErrors.FAILED_TO_GET_USER_INFO,
  PROVIDER_UNAVAILABLE: signInSocialErrors.PROVIDER_UNAVAILABLE,
  SOCIAL_ACCOUNT_ALREADY_LINKED: { status: 409, message: "Social account already linked" },
  LINKING_NOT_ALLOWED: { status: 401, message: "Account linking is not allowed" },
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED: { status: 401, message: "The account has another email address" },
  LINKING_FAILED: { status: 417, message: "The account could not be linked" },
} as const;

/** Errors from `/unlink-account`. */
export const unlinkErrors = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
  ACCOUNT_NOT_FOUND: { status: 400, message: "Account not found" },
  FAILED_TO_UNLINK_LAST_ACCOUNT: { status: 400, message: "You can't unlink your last account" },
} as const;

/** Errors from getting a valid access token. */
export const accessTokenErrors = {
  ACCOUNT_NOT_FOUND: unlinkErrors.ACCOUNT_NOT_FOUND,
  TOKEN_REFRESH_NOT_SUPPORTED: { status: 400, message: "The provider does not support refreshing tokens" },
  FAILED_TO_GET_ACCESS_TOKEN: { status: 400, message: "Failed to get a valid access token" },
  FAILED_TO_REFRESH_ACCESS_TOKEN: { status: 400, message: "Failed to refresh access token" },
} as const;

/** Errors from `/get-access-token`. */
export const tokenErrors = {
  ...accessTokenErrors,
  PROVIDER_NOT_SUPPORTED: { status: 400, message: "Provider is not supported" },
} as const;

/** Errors from `/refresh-token`. */
export const refreshErrors = {
  ...tokenErrors,
  REFRESH_TOKEN_NOT_FOUND: { status: 400, message: "Refresh token not found" },
} as const;

/** Errors from calls that need to know whose account it is. */
export const ownerErrors = {
  UNAUTHORIZED: httpErrors.UNAUTHORIZED,
  USER_ID_OR_SESSION_REQUIRED: { status: 400, message: "Either userId or session is required" },
} as const;

/** Errors from `/account-info`. */
export const accountInfoErrors = {
  ...accessTokenErrors,
  PROVIDER_NOT_CONFIGURED: { status: 400, message: "Provider is not configured" },
  ACCESS_TOKEN_NOT_FOUND: { status: 400, message: "Access token not found" },
  FAILED_TO_GET_USER_INFO: { status: 400, message: "Failed to get user info" },
} as const;
