/** Texts for usernames. */

/** All texts for the username fields. */
export interface UsernameTexts {
  readonly label: string;
  /** `{min}` and `{max}`: the allowed lengths. */
  readonly hint: string;
  /** For a server that doesn't return its rules. */
  readonly hintWithoutRules: string;
  /** Label of the field that accepts an email or a username. */
  readonly emailOrUsername: string;
  readonly available: string;
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const usernameEn: UsernameTexts = {
  label: "Username",
  hint: "{min} to {max} letters, numbers, periods, or underscores. You can use it to sign in.",
  hintWithoutRules: "Letters, numbers, periods, or underscores. You can use it to sign in.",
  emailOrUsername: "Email or username",
  available: "This username is available.",
  errors: {
    INVALID_USERNAME_OR_PASSWORD: "Incorrect username or password. Try again.",
    USERNAME_TOO_SHORT: "That username is too short. Choose a longer one.",
    USERNAME_TOO_LONG: "That username is too long. Choose a shorter one.",
    INVALID_USERNAME: "Use only letters, numbers, periods, and underscores.",
    INVALID_DISPLAY_USERNAME: "You can change the upper and lower case of the displayed username, but not its letters.",
    USERNAME_IS_ALREADY_TAKEN: "That username is taken. Try another one.",
  },
};
