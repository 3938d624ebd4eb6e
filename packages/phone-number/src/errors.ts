/** The errors of the phone number plugin. */

/** The plugin's error catalog. Codes and messages that exist in better-auth are the same. */
export const phoneNumberErrors = {
  INVALID_PHONE_NUMBER: { status: 400, message: "Invalid phone number" },
  PHONE_NUMBER_EXIST: { status: 400, message: "Phone number already exists" },
  PHONE_NUMBER_CANNOT_BE_UPDATED: { status: 400, message: "Phone number cannot be updated" },
  INVALID_PHONE_NUMBER_OR_PASSWORD: { status: 401, message: "Invalid phone number or password" },
  /** The app doesn't pass a sender. The code comes from better-auth. */
  SEND_OTP_NOT_IMPLEMENTED: { status: 501, message: "sendOTP not implemented" },
  OTP_NOT_FOUND: { status: 400, message: "OTP not found" },
  UNEXPECTED_ERROR: { status: 400, message: "Unexpected error" },
  VERIFIED_EMAIL_REQUIRED: { status: 403, message: "Verified email required" },
  CANNOT_REMOVE_LAST_SIGN_IN_METHOD: { status: 400, message: "Cannot remove last sign in method" },
  INVALID_OTP: { status: 400, message: "Invalid OTP" },
  OTP_EXPIRED: { status: 400, message: "OTP expired" },
  TOO_MANY_ATTEMPTS: { status: 403, message: "Too many attempts" },
  SESSION_NOT_FRESH: { status: 403, message: "Session is not fresh" },
} as const;
