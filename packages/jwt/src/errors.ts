/** The errors of the plugin. */

/** Every error, with its status and message. */
export const jwtErrors = {
  INVALID_AUDIENCE: { status: 400, message: "Tokens can't be issued for this audience" },
  UNSUPPORTED_ALGORITHM: { status: 400, message: "The app doesn't sign with this algorithm" },
} as const;
