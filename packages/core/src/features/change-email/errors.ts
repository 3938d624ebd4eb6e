/** Email change errors. */

import { passwordErrors } from "../../accounts/password.ts";
import { httpErrors } from "../../http/errors.ts";
import { sessionErrors } from "../../sessions/guards.ts";

/** Errors from `/change-email`. */
export const changeEmailErrors = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
  CHANGE_EMAIL_DISABLED: { status: 400, message: "Change email is disabled" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  EMAIL_IS_THE_SAME: { status: 400, message: "Email is the same" },
  COULDNT_UPDATE_YOUR_EMAIL: { status: 400, message: "Couldn't update your email" },
  VERIFICATION_EMAIL_NOT_ENABLED: { status: 400, message: "Verification email isn't enabled" },
  INVALID_PASSWORD: passwordErrors.INVALID_PASSWORD,
  CREDENTIAL_ACCOUNT_NOT_FOUND: passwordErrors.CREDENTIAL_ACCOUNT_NOT_FOUND,
} as const;

/** Errors from `/cancel-email-change`. */
export const cancelEmailChangeErrors = {
  EMAIL_CHANGE_NOT_FOUND: { status: 400, message: "No email change is pending" },
} as const;

/** Errors from `/add-email`. */
export const addEmailErrors = {
  UNAUTHORIZED: httpErrors.UNAUTHORIZED,
  INVALID_EMAIL: changeEmailErrors.INVALID_EMAIL,
  VERIFICATION_EMAIL_NOT_ENABLED: changeEmailErrors.VERIFICATION_EMAIL_NOT_ENABLED,
} as const;
