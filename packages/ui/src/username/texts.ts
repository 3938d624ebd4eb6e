/** The texts of usernames. */

/** All texts of the username fields. */
export interface UsernameTexts {
  readonly label: string;
  readonly hint: string;
  /** Label of the field that accepts an email or a username. */
  readonly emailOrUsername: string;
  readonly available: string;
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const usernameEn: UsernameTexts = {
  label: "User name",
  hint: "3 to 30 letters, digits, dots and underscores. You can sign in with it.",
  emailOrUsername: "Email or user name",
  available: "This name is free.",
  errors: {
    INVALID_USERNAME_OR_PASSWORD: "User name or password is not right. Check both and try again.",
    USERNAME_TOO_SHORT: "This user name is too short.",
    USERNAME_TOO_LONG: "This user name is too long.",
    INVALID_USERNAME: "A user name has letters, digits, dots and underscores only.",
    INVALID_DISPLAY_USERNAME: "A username can be shown in upper or lower case, but not as another name.",
    USERNAME_IS_ALREADY_TAKEN: "Somebody has this user name already. Try another one.",
  },
};
