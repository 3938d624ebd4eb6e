/** The texts of signing in with a passkey. */

/** All texts of signing in and signing up with a passkey. */
export interface PasskeySignInTexts {
  readonly signIn: { readonly button: string };
  /** Signing up with a passkey instead of a password. */
  readonly signUp: {
    readonly button: string;
    readonly text: string;
    readonly submit: string;
  };
  /** The question after a sign-in with a password. */
  readonly nudge: {
    readonly title: string;
    readonly text: string;
    readonly add: string;
    readonly later: string;
  };
  /** The passkey as a second factor. */
  readonly secondFactor: {
    readonly choose: string;
    readonly text: string;
    readonly submit: string;
  };
}

/** The English texts. */
export const passkeySignInEn: PasskeySignInTexts = {
  signIn: { button: "Sign in with a passkey" },
  signUp: {
    button: "Sign up with a passkey",
    text: "Use your fingerprint, face, or screen lock instead of a password.",
    submit: "Create account",
  },
  nudge: {
    title: "Sign in faster next time",
    text: "Add a passkey to sign in with your fingerprint, face, or screen lock.",
    add: "Add a passkey",
    later: "Not now",
  },
  secondFactor: {
    choose: "Use a passkey",
    text: "Confirm it's you with your passkey.",
    submit: "Continue with passkey",
  },
};
