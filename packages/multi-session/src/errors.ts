/** The errors of the multi-session plugin. */

/** The plugin's error catalog. */
export const multiSessionErrors = {
  INVALID_SESSION_TOKEN: { status: 401, message: "Invalid session token" },
} as const;
