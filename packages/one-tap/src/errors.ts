/** The errors of the One Tap plugin. */

/** The plugin's error catalog. */
export const oneTapErrors = {
  INVALID_TOKEN: { status: 400, message: "invalid id token" },
  EMAIL_NOT_AVAILABLE_IN_TOKEN: { status: 400, message: "Email not available in token" },
} as const;
