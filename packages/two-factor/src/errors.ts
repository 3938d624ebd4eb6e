/** The errors of the two-factor plugin. */

/** The plugin's error catalog. */
export const twoFactorErrors = {
  OTP_NOT_CONFIGURED: { status: 400, message: "OTP is not available" },
  TOTP_NOT_CONFIGURED: { status: 400, message: "TOTP is not available" },
  OTP_HAS_EXPIRED: { status: 400, message: "OTP has expired" },
  TOTP_NOT_ENABLED: { status: 400, message: "TOTP not enabled" },
  TWO_FACTOR_NOT_ENABLED: { status: 400, message: "Two factor isn't enabled" },
  BACKUP_CODES_NOT_ENABLED: { status: 400, message: "Backup codes aren't enabled" },
  INVALID_BACKUP_CODE: { status: 401, message: "Invalid backup code" },
  INVALID_CODE: { status: 401, message: "Invalid code" },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { status: 400, message: "Too many attempts. Please request a new code." },
  ACCOUNT_TEMPORARILY_LOCKED: {
    status: 429,
    message: "Too many failed verification attempts. Your account is temporarily locked. Please try again later.",
  },
  USER_NOT_FOUND: { status: 404, message: "User not found" },
  YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR: {
    status: 403,
    message: "You are not allowed to reset two-factor authentication",
  },
  INVALID_TWO_FACTOR_COOKIE: { status: 401, message: "Invalid two factor cookie" },
} as const;
