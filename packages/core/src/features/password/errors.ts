/** What recovering and changing a password can refuse. */

import { passwordErrors } from "../../accounts/password.ts";

export const recoveryErrors = {
  RESET_PASSWORD_DISABLED: { status: 400, message: "Reset password isn't enabled" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVALID_TOKEN: { status: 400, message: "invalid token" },
  USER_NOT_FOUND: { status: 400, message: "User not found" },
  PASSWORD_TOO_SHORT: passwordErrors.PASSWORD_TOO_SHORT,
  PASSWORD_TOO_LONG: passwordErrors.PASSWORD_TOO_LONG,
  PASSWORD_TOO_OBVIOUS: passwordErrors.PASSWORD_TOO_OBVIOUS,
} as const;

export const passwordChangeErrors = {
  ...passwordErrors,
  PASSWORD_ALREADY_SET: { status: 400, message: "user already has a password" },
} as const;
