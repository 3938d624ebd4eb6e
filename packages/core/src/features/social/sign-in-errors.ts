/** Provider sign-in errors, which plugins also use. */

import { type ErrorEntry, insertErrors } from "../../http/errors.ts";
import { unverifiedErrors } from "../../users/verification.ts";

/** A code of {@link signInSocialErrors}. */
export type SignInSocialErrorCode =
  | "PROVIDER_NOT_FOUND"
  | "ID_TOKEN_NOT_SUPPORTED"
  | "INVALID_TOKEN"
  | "FAILED_TO_GET_USER_INFO"
  | "USER_EMAIL_NOT_FOUND"
  | "OAUTH_LINK_ERROR"
  | "PROVIDER_UNAVAILABLE"
  | "EMAIL_NOT_VERIFIED"
  | "FAILED_TO_CREATE_USER"
  | "FAILED_TO_CREATE_SESSION";

/** Errors from `/sign-in/social`. */
export const signInSocialErrors: Readonly<Record<SignInSocialErrorCode, ErrorEntry>> = {
  PROVIDER_NOT_FOUND: { status: 404, message: "Provider not found" },
  ID_TOKEN_NOT_SUPPORTED: { status: 404, message: "id_token not supported" },
  INVALID_TOKEN: { status: 401, message: "invalid token" },
  FAILED_TO_GET_USER_INFO: { status: 401, message: "Failed to get user info" },
  USER_EMAIL_NOT_FOUND: { status: 401, message: "User email not found" },
  OAUTH_LINK_ERROR: { status: 401, message: "This account can't be used to sign in" },
  PROVIDER_UNAVAILABLE: { status: 503, message: "The provider can't be reached. Try again later." },
  ...unverifiedErrors,
  ...insertErrors,
};
