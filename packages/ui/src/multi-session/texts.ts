/** The texts for several accounts in one browser. */

/** All texts for switching between accounts. */
export interface MultiSessionTexts {
  /** Label of the list of other accounts. */
  readonly others: string;
  readonly add: string;
  readonly signOutAll: string;
  /** `{name}`. */
  readonly switched: string;
  /** Above the sign-in form, if no account is active. */
  readonly choose: string;
  /** `{name}`. Label of the button that removes an account from the list. */
  readonly signOutOf: string;
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const multiSessionEn: MultiSessionTexts = {
  others: "Other accounts",
  add: "Add account",
  signOutAll: "Sign out of all accounts",
  switched: "You're now signed in as {name}.",
  choose: "Choose an account",
  signOutOf: "Sign out of {name}",
  errors: {
    INVALID_SESSION_TOKEN: "This account was signed out. Sign in to it again.",
  },
};
