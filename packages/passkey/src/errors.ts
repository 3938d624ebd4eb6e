/** The errors of the passkey plugin. */

/** The plugin's error catalog. */
export const passkeyErrors = {
  CHALLENGE_NOT_FOUND: { status: 400, message: "Challenge not found" },
  FAILED_TO_VERIFY_REGISTRATION: { status: 400, message: "Failed to verify registration" },
  AUTHENTICATION_FAILED: { status: 400, message: "Authentication failed" },
  PASSKEY_NOT_FOUND: { status: 404, message: "Passkey not found" },
  PREVIOUSLY_REGISTERED: { status: 400, message: "Previously registered" },
  TOO_MANY_PASSKEYS: { status: 400, message: "Too many passkeys" },
  CANNOT_REMOVE_LAST_SIGN_IN_METHOD: { status: 400, message: "Cannot remove last sign in method" },
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: {
    status: 401,
    message: "You are not allowed to register this passkey",
  },
  RESOLVE_USER_REQUIRED: {
    status: 400,
    message:
      "Passkey registration requires either an authenticated session or a resolveUser callback when requireSession is false",
  },
  RESOLVED_USER_INVALID: { status: 400, message: "Resolved user is invalid" },
  INVALID_BACKUP_CODE: { status: 401, message: "Invalid backup code" },
  BACKUP_CODES_NOT_ENABLED: { status: 400, message: "Backup codes aren't enabled" },
  PASSKEY_SIGN_UP_DISABLED: { status: 400, message: "Passkey sign up disabled" },
} as const;
