/** The texts for guest accounts. */

/** All texts for guest accounts. */
export interface AnonymousTexts {
  readonly signIn: string;
  /** The banner for guests. */
  readonly banner: {
    readonly label: string;
    readonly text: string;
    readonly signUp: string;
    readonly signIn: string;
  };
  /** Asked before a guest signs out. */
  readonly signOut: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const anonymousEn: AnonymousTexts = {
  signIn: "Continue as guest",
  banner: {
    label: "Guest account",
    text: "You're using a guest account. Create an account to keep your data.",
    signUp: "Create account",
    signIn: "Sign in",
  },
  signOut: {
    title: "Sign out as a guest?",
    text: "You'll lose access to your data, because no one can sign in to a guest account again. Create an account to keep it.",
    confirm: "Sign out",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "You're already using a guest account.",
    INVALID_EMAIL_FORMAT: "Couldn't create a guest account. Contact support.",
    DELETE_ANONYMOUS_USER_DISABLED: "Guest accounts can't be deleted here.",
    USER_IS_NOT_ANONYMOUS: "Your account isn't a guest account.",
  },
};
