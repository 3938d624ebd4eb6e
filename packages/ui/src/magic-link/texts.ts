/** Texts for sign-in links. */

/** All texts for signing in with a link. */
export interface MagicLinkTexts {
  readonly signIn: string;
  readonly signUp: string;
  /** The page after the link was sent. */
  readonly sentTitle: string;
  readonly sentText: string;
  readonly change: string;
  /** The page that a link opens in another browser. */
  readonly confirm: {
    readonly title: string;
    readonly text: string;
    /** `{email}`. Shown to users who are signed in to another account. */
    readonly otherAccount: string;
    readonly submit: string;
    readonly invalidTitle: string;
    readonly invalidText: string;
    readonly again: string;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const magicLinkEn: MagicLinkTexts = {
  signIn: "Email me a sign-in link",
  signUp: "Sign up with a link by email",
  sentTitle: "Check your email",
  sentText: "Open the link in this browser to continue. We sent it to this email.",
  change: "Use a different email",
  confirm: {
    title: "Continue signing in?",
    text: "Continue only if you asked for this link. You'll be signed in to this account.",
    otherAccount: "You're signed in as {email}. This link signs you in to another account.",
    submit: "Sign in",
    invalidTitle: "This link is no longer valid",
    invalidText:
      "It has expired, was already used, or must be opened in the browser where you requested it. Request a new link to continue.",
    again: "Request a new link",
  },
  errors: {
    new_user_signup_disabled: "You don't have an account yet, and sign-ups aren't open right now.",
    failed_to_create_user: "Couldn't create your account. Try again in a moment.",
    failed_to_create_session: "Something went wrong. Try again in a moment.",
  },
};
