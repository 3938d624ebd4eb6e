/** Texts for step-up authentication. */

/** All texts for the step-up components. */
export interface StepUpTexts {
  /** The mark on sessions of devices where the user has signed in. */
  readonly devices: {
    readonly recognized: string;
    readonly text: string;
    readonly forget: string;
    /** `{device}`. */
    readonly forgetLabel: string;
    readonly forgotten: string;
  };
  /** Shown after a recovery. `{time}` is when it ends. */
  readonly cooldown: {
    readonly title: string;
    readonly text: string;
    /** For a server that lets users delete their account. */
    readonly textWithDeletion: string;
    /** Follows for users with a passkey. */
    readonly passkey: string;
  };
  /** The page for users whose email reports a sign-in that wasn't theirs. */
  readonly notMe: {
    readonly title: string;
    readonly text: string;
    /** For a server without password resets. */
    readonly textWithoutReset: string;
    readonly submit: string;
    /** The link home. */
    readonly wasMe: string;
    readonly doneTitle: string;
    readonly doneWithEmail: string;
    /** Shown if no reset link was emailed. */
    readonly signedOutTitle: string;
    /** `resetText` for a server with password resets, `changeText` for one without. */
    readonly resetText: string;
    readonly changeText: string;
    readonly invalidTitle: string;
    readonly invalidText: string;
    readonly invalidTextWithoutReset: string;
    readonly signIn: string;
    readonly resetPassword: string;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const stepUpEn: StepUpTexts = {
  devices: {
    recognized: "Recognized device",
    text: "We don't email you about sign-ins on this device.",
    forget: "Forget",
    forgetLabel: "Forget {device}",
    forgotten: "Device forgotten. We'll email you about the next sign-in on it.",
  },
  cooldown: {
    title: "Your account was recently recovered by email",
    text: "To protect you if someone else read your email, you can't change your email, phone number, passkeys, two-factor authentication, or connected accounts until {time}.",
    textWithDeletion:
      "To protect you if someone else read your email, you can't change your email, phone number, passkeys, two-factor authentication, or connected accounts, or delete your account, until {time}.",
    passkey: "To do this now, sign in with a passkey.",
  },
  notMe: {
    title: "Wasn't this you?",
    text: "We'll sign out every device and email you a link to set a new password.",
    textWithoutReset: "We'll sign out every device.",
    submit: "Secure my account",
    wasMe: "It was me",
    doneTitle: "Your account is secured",
    doneWithEmail: "Every device was signed out. Check your email for the link to set a new password.",
    signedOutTitle: "Every device was signed out",
    resetText: "Your password hasn't changed. Reset it so that no one else can sign in with it.",
    changeText: "Your password hasn't changed. Sign in and change it, so that no one else can use it.",
    invalidTitle: "This link is no longer valid",
    invalidText:
      "It was already used, or it's older than 7 days. If you don't recognize a sign-in, reset your password.",
    invalidTextWithoutReset:
      "It was already used, or it's older than 7 days. If you don't recognize a sign-in, sign in and check your active sessions.",
    signIn: "Sign in",
    resetPassword: "Reset your password",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "Your account was recently recovered by email. You can change how you sign in once the waiting time is over.",
  },
};
