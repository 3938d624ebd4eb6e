/** The errors of the breached-passwords plugin. */

/** The plugin's error catalog. */
export const breachedPasswordErrors = {
  PASSWORD_COMPROMISED: {
    status: 400,
    message: "The password you entered has been compromised. Please choose a different password.",
  },
} as const;

/** Error codes of calls that set a password. */
export type BreachedPasswordErrorCode = keyof typeof breachedPasswordErrors;
