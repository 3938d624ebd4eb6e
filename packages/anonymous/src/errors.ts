/** The errors of the anonymous plugin. */

import { impersonationErrors } from "@latchkey/core/plugin";

const own = {
  ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: {
    status: 400,
    message: "Anonymous users cannot sign in again anonymously",
  },
  INVALID_EMAIL_FORMAT: { status: 400, message: "Email was not generated in a valid format" },
  FAILED_TO_CREATE_USER: { status: 500, message: "Failed to create user" },
  DELETE_ANONYMOUS_USER_DISABLED: { status: 400, message: "Deleting anonymous users is disabled" },
  USER_IS_NOT_ANONYMOUS: { status: 403, message: "User is not anonymous" },
} as const;

/** The plugin's error catalog. */
export const anonymousErrors: typeof own & typeof impersonationErrors = {
  ...own,
  ...impersonationErrors,
};
