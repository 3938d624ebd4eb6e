/** Email verification errors. */

/** Errors from `/send-verification-email`. */
export const sendVerificationErrors = {
  VERIFICATION_EMAIL_NOT_ENABLED: { status: 400, message: "Verification email isn't enabled" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  EMAIL_ALREADY_VERIFIED: { status: 400, message: "Email is already verified" },
  EMAIL_MISMATCH: { status: 400, message: "Email mismatch" },
} as const;

/** Errors from opening the links in verification emails. */
export const verificationLinkErrors = {
  TOKEN_EXPIRED: { status: 401, message: "Token expired" },
  INVALID_TOKEN: { status: 401, message: "invalid token" },
  USER_NOT_FOUND: { status: 401, message: "User not found" },
  INVALID_USER: { status: 401, message: "Invalid user" },
} as const;
