/** Email and password errors. */

/** Errors from sign-up, sign-in, and setting passwords. */
export const emailPasswordErrors = {
  FIELD_NOT_ALLOWED: { status: 400, message: "This field is not allowed to be set" },
  EMAIL_PASSWORD_DISABLED: { status: 400, message: "Email and password is not enabled" },
  EMAIL_PASSWORD_SIGN_UP_DISABLED: { status: 400, message: "Email and password sign up is not enabled" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: "Invalid email or password" },
  EMAIL_NOT_VERIFIED: { status: 403, message: "Email not verified" },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password too short" },
  PASSWORD_TOO_LONG: { status: 400, message: "Password too long" },
  PASSWORD_TOO_OBVIOUS: { status: 400, message: "Password must not be your email or your username" },
  USER_ALREADY_EXISTS: { status: 422, message: "User already exists" },
  FAILED_TO_CREATE_USER: { status: 422, message: "Failed to create user" },
  FAILED_TO_CREATE_SESSION: { status: 500, message: "Failed to create session" },
} as const;
