/** What a password that is known from breaches is refused with. */

/** The catalogue of the plugin: codes, statuses, sentences. */
export const breachedPasswordErrors = {
  PASSWORD_COMPROMISED: {
    status: 400,
    message: "The password you entered has been compromised. Please choose a different password.",
  },
} as const;

/** The code that setting a password can be refused with. */
export type BreachedPasswordErrorCode = keyof typeof breachedPasswordErrors;
