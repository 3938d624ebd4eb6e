/** Password reset and change errors. */

import { passwordErrors } from "../../accounts/password.ts";

const { INVALID_PASSWORD, CREDENTIAL_ACCOUNT_NOT_FOUND, ...newPasswordErrors } = passwordErrors;

/** Errors from `/forget-password`. */
export const forgetPasswordErrors = {
  RESET_PASSWORD_DISABLED: { status: 400, message: "Reset password isn't enabled" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
} as const;

/** Errors from `/reset-password`. */
export const resetPasswordErrors = {
  INVALID_TOKEN: { status: 400, message: "invalid token" },
  USER_NOT_FOUND: { status: 400, message: "User not found" },
  ...newPasswordErrors,
} as const;

/** Errors from `/verify-password`. */
export const currentPasswordErrors = { INVALID_PASSWORD, CREDENTIAL_ACCOUNT_NOT_FOUND } as const;

/** Errors from `setPassword`. */
export const setPasswordErrors = {
  ...newPasswordErrors,
  PASSWORD_ALREADY_SET: { status: 400, message: "user already has a password" },
} as const;
