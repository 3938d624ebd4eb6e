/** The texts of sign-in, sign-up, password reset, and reauthentication. */

import type { PluralText } from "./texts.ts";

/** The texts of sign-in, sign-up, password reset, and reauthentication. */
export interface AuthenticationTexts {
  readonly signIn: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly remember: string;
    readonly noAccount: string;
    readonly toSignUp: string;
    readonly toForgotPassword: string;
  };
  readonly signUp: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    /** The minimum length as `{count}`. */
    readonly passwordHint: PluralText;
    /** For a server that doesn't tell its rules. */
    readonly passwordAdvice: string;
    /** The number of missing characters as `{count}`. */
    readonly passwordShort: PluralText;
    /** The maximum length as `{count}`. */
    readonly passwordLong: PluralText;
    readonly passwordFits: string;
    readonly haveAccount: string;
    readonly toSignIn: string;
    readonly checkMail: string;
  };
  readonly forgotPassword: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly sentTitle: string;
    /** `{email}`. The text is the same whether or not the account exists. */
    readonly sent: string;
    readonly again: string;
    readonly toSignIn: string;
  };
  readonly resetPassword: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly brokenTitle: string;
    readonly brokenText: string;
    readonly again: string;
    readonly doneTitle: string;
    readonly doneText: string;
  };
  readonly proof: {
    readonly title: string;
    readonly text: string;
    readonly submit: string;
    /** Shown if the user reauthenticates with a provider. */
    readonly providerText: string;
  };
}

/** The English texts. */
export const authentication: AuthenticationTexts = {
  signIn: {
    title: "Sign in",
    subtitle: "Welcome back.",
    submit: "Sign in",
    remember: "Keep me signed in",
    noAccount: "No account yet?",
    toSignUp: "Create one",
    toForgotPassword: "Forgot your password?",
  },
  signUp: {
    title: "Create your account",
    subtitle: "It takes a minute.",
    submit: "Create account",
    passwordHint: {
      one: "Use at least {count} character. A few random words work well.",
      other: "Use at least {count} characters. A few random words work well.",
    },
    passwordAdvice: "A few random words work well.",
    passwordShort: { one: "{count} more character needed.", other: "{count} more characters needed." },
    passwordLong: { one: "Use at most {count} character.", other: "Use at most {count} characters." },
    passwordFits: "This password meets the requirements.",
    haveAccount: "Already have an account?",
    toSignIn: "Sign in",
    checkMail: "Almost there: we sent you a mail. Open the link in it to finish.",
  },
  forgotPassword: {
    title: "Forgot your password?",
    subtitle: "Tell us your email, and we send you a link to set a new one.",
    submit: "Send the link",
    sentTitle: "Check your mail",
    sent: "If there is an account with {email}, a mail is on its way. The link in it sets a new password.",
    again: "Try another address",
    toSignIn: "Back to sign in",
  },
  resetPassword: {
    title: "Set a new password",
    subtitle: "Choose one that you use nowhere else.",
    submit: "Set the password",
    brokenTitle: "This link is not good any more",
    brokenText: "It was used already, is too old, or is not complete. A new one takes a minute.",
    again: "Ask for a new link",
    doneTitle: "Your password is set",
    doneText: "Sign in with it from now on.",
  },
  proof: {
    title: "Is it you?",
    text: "For this, please enter your password once more.",
    providerText: "For this, please sign in once more. You come back to this page, and can then do it.",
    submit: "Continue",
  },
};
