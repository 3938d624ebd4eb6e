/** The errors of the one-time token plugin. */

/** The plugin's error catalog. */
export const oneTimeTokenErrors = {
  INVALID_TOKEN: { status: 400, message: "Invalid token" },
  SESSION_NOT_FOUND: { status: 400, message: "Session not found" },
} as const;
