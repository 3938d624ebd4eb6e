/** The plugin's errors. */

/** Every error of the plugin. */
export const stepUpErrors = {
  INVALID_TOKEN: { status: 400, message: "Invalid token" },
  SESSION_NOT_FRESH: { status: 403, message: "Session is not fresh" },
  ACCOUNT_RECENTLY_RECOVERED: {
    status: 403,
    message: "The account was recovered recently. Sign-in methods can be changed later",
  },
} as const;
