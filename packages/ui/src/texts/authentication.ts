/** Texts for sign-in, sign-up, password reset, and reauthentication. */

import type { PluralText } from "./plural.ts";

/** Texts for sign-in, sign-up, password reset, and reauthentication. */
export interface AuthenticationTexts {
  readonly signIn: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly remember: string;
    readonly noAccount: string;
    readonly toSignUp: string;
    readonly toForgotPassword: string;
    /** Goes back to the email step. */
    readonly change: string;
    /** Badge of the provider that was used last. */
    readonly lastUsed: string;
    /** Shown if the server has no way to sign in. */
    readonly unavailable: string;
    /** Goes back from another method to the password. */
    readonly usePassword: string;
    /** Goes back from one method to all of them. */
    readonly otherMethods: string;
  };
  /** The page for a code that was sent by email or text. */
  readonly codeStep: {
    readonly code: string;
    /** `{digits}`. */
    readonly hint: string;
    readonly resend: string;
    /** `{seconds}`. */
    readonly resendIn: string;
    readonly resent: string;
  };
  readonly signUp: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    /** The minimum length as `{count}`. */
    readonly passwordHint: PluralText;
    /** For a server that doesn't return its rules. */
    readonly passwordAdvice: string;
    /** The number of missing characters as `{count}`. */
    readonly passwordShort: PluralText;
    /** The maximum length as `{count}`. */
    readonly passwordLong: PluralText;
    readonly passwordFits: string;
    readonly haveAccount: string;
    readonly toSignIn: string;
    readonly checkTitle: string;
    readonly checkMail: string;
    /** Shown if the server has no way to sign up. */
    readonly closedTitle: string;
    readonly closedText: string;
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
    readonly invalidTitle: string;
    readonly invalidText: string;
    readonly again: string;
    readonly doneTitle: string;
    readonly doneText: string;
  };
  /** The page for errors of callbacks. */
  readonly authError: {
    readonly title: string;
    /** Shown if the user canceled at the provider. */
    readonly canceledTitle: string;
    /** The same two titles for signed-in users, who were connecting an account. */
    readonly connectTitle: string;
    readonly connectCanceledTitle: string;
  };
  readonly banned: {
    readonly title: string;
    /** `{reason}`. */
    readonly reason: string;
    /** `{date}`. */
    readonly until: string;
  };
  /** The page after an account was deleted. */
  readonly accountDeleted: {
    readonly title: string;
    readonly text: string;
    readonly again: string;
    /** Shown to signed-in users, whose account still exists. */
    readonly notTitle: string;
    readonly notText: string;
  };
  readonly proof: {
    readonly title: string;
    readonly text: string;
    readonly submit: string;
    /** Shown if the user reauthenticates with a provider. */
    readonly providerText: string;
    /** Shows the other ways. */
    readonly otherWays: string;
    readonly usePassword: string;
    readonly useProvider: string;
    readonly useEmail: string;
    /** `{email}`. Shown before the code is sent. */
    readonly emailText: string;
    readonly emailSend: string;
    /** `{email}`. */
    readonly emailSent: string;
    readonly code: string;
  };
}

/** The English texts. */
export const authentication: AuthenticationTexts = {
  signIn: {
    title: "Sign in",
    subtitle: "Welcome back.",
    submit: "Sign in",
    remember: "Keep me signed in",
    noAccount: "Don't have an account?",
    toSignUp: "Sign up",
    toForgotPassword: "Forgot your password?",
    change: "Change",
    lastUsed: "Last used",
    unavailable: "There's no way to sign in right now. Contact support.",
    usePassword: "Use password instead",
    otherMethods: "Other options",
  },
  codeStep: {
    code: "Verification code",
    hint: "{digits} digits",
    resend: "Send again",
    resendIn: "Send again in {seconds} s",
    resent: "Sent again.",
  },
  signUp: {
    title: "Create your account",
    subtitle: "It only takes a minute.",
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
    checkTitle: "Check your email",
    checkMail: "Almost there. Check your email to finish signing up.",
    closedTitle: "Sign-ups are closed",
    closedText: "You can't create an account right now. If you already have one, sign in.",
  },
  forgotPassword: {
    title: "Forgot your password?",
    subtitle: "Enter your email and we'll send you a link to reset your password.",
    submit: "Send reset link",
    sentTitle: "Check your email",
    sent: "If an account exists for {email}, you'll receive a password reset link shortly.",
    again: "Use a different email",
    toSignIn: "Back to sign in",
  },
  resetPassword: {
    title: "Set a new password",
    subtitle: "Choose a password you don't use anywhere else.",
    submit: "Set new password",
    invalidTitle: "This link is no longer valid",
    invalidText: "It may have expired or already been used. Request a new link to continue.",
    again: "Request a new link",
    doneTitle: "Password updated",
    doneText: "You can now sign in with your new password.",
  },
  authError: {
    title: "Couldn't sign you in",
    canceledTitle: "Sign-in canceled",
    connectTitle: "Couldn't connect the account",
    connectCanceledTitle: "Nothing was connected",
  },
  banned: {
    title: "This account is banned",
    reason: "Reason: {reason}",
    until: "The ban ends on {date}.",
  },
  accountDeleted: {
    title: "Account deleted",
    text: "Your account and all of its data have been permanently deleted.",
    again: "Create a new account",
    notTitle: "Your account still exists",
    notText: "To delete it, go to your account settings.",
  },
  proof: {
    title: "Confirm it's you",
    text: "Enter your password to continue.",
    providerText: "Sign in again to continue. We'll bring you back to this page.",
    otherWays: "Try another way",
    usePassword: "Use your password",
    useProvider: "Sign in with a connected account",
    useEmail: "Get a code by email",
    emailText: "We'll email a code to {email}.",
    emailSend: "Email me a code",
    emailSent: "Enter the code that we emailed to {email}.",
    code: "Verification code",
    submit: "Continue",
  },
};
