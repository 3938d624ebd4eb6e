/** Every text of the screens, in one place. An app replaces any part of it, or all of it in another language. */

/** Human sentences by error code. `unknown` stands for codes that have none of their own; `{message}` is the server's. */
export type ErrorTexts = Readonly<Record<string, string>> & { readonly unknown: string };

export interface Texts {
  /** Language of the texts (BCP 47), for times such as "2 hours ago". Default: the browser's. */
  readonly language?: string;
  readonly email: string;
  readonly password: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly name: string;
  readonly cancel: string;
  readonly loading: string;
  readonly tryAgain: string;
  readonly signIn: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly remember: string;
    readonly noAccount: string;
    readonly toSignUp: string;
  };
  readonly signUp: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly passwordHint: string;
    readonly haveAccount: string;
    readonly toSignIn: string;
    readonly checkMail: string;
  };
  readonly signOut: string;
  readonly userButton: { readonly open: string; readonly sessions: string };
  readonly sessions: {
    readonly title: string;
    readonly subtitle: string;
    readonly current: string;
    readonly unknownDevice: string;
    /** `{browser}` and `{system}`. */
    readonly device: string;
    /** `{time}`: how long ago. */
    readonly signedIn: string;
    readonly revoke: string;
    /** `{device}`. */
    readonly revokeLabel: string;
    readonly revokeOthers: string;
    readonly revokeOthersTitle: string;
    readonly revokeOthersText: string;
    readonly revokeOthersConfirm: string;
    readonly revoked: string;
    readonly othersRevoked: string;
  };
  readonly required: string;
  readonly errors: ErrorTexts;
}

export const en: Texts = {
  language: "en",
  email: "Email",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  name: "Name",
  cancel: "Cancel",
  loading: "Loading",
  tryAgain: "Try again",
  signIn: {
    title: "Sign in",
    subtitle: "Welcome back.",
    submit: "Sign in",
    remember: "Keep me signed in",
    noAccount: "No account yet?",
    toSignUp: "Create one",
  },
  signUp: {
    title: "Create your account",
    subtitle: "It takes a minute.",
    submit: "Create account",
    passwordHint: "At least 8 characters. A few words in a row are easy to remember and hard to guess.",
    haveAccount: "Already have an account?",
    toSignIn: "Sign in",
    checkMail: "Almost there: we sent you a mail. Open the link in it to finish.",
  },
  signOut: "Sign out",
  userButton: { open: "Account menu", sessions: "Your devices" },
  sessions: {
    title: "Your devices",
    subtitle: "Browsers and apps that are signed in to your account. End any that you do not recognise.",
    current: "This device",
    unknownDevice: "Unknown device",
    device: "{browser} on {system}",
    signedIn: "Signed in {time}",
    revoke: "Sign out",
    revokeLabel: "Sign out {device}",
    revokeOthers: "Sign out all other devices",
    revokeOthersTitle: "Sign out all other devices?",
    revokeOthersText: "Everyone signed in elsewhere has to enter the password again. This device stays signed in.",
    revokeOthersConfirm: "Sign them out",
    revoked: "That device is signed out.",
    othersRevoked: "All other devices are signed out.",
  },
  required: "Please fill this in.",
  errors: {
    unknown: "Something went wrong: {message}",
    INVALID_EMAIL_OR_PASSWORD: "Email or password is not right. Check both and try again.",
    INVALID_EMAIL: "This does not look like an email address.",
    PASSWORD_TOO_SHORT: "This password is too short.",
    PASSWORD_TOO_LONG: "This password is too long.",
    USER_ALREADY_EXISTS: "There is already an account with this email. Sign in instead.",
    EMAIL_NOT_VERIFIED: "Please open the link in the mail that we sent you, then sign in.",
    EMAIL_PASSWORD_DISABLED: "Signing in with a password is switched off here.",
    EMAIL_PASSWORD_SIGN_UP_DISABLED: "New accounts cannot be created here.",
    FIELD_NOT_ALLOWED: "One of these fields cannot be set here.",
    VALIDATION_ERROR: "Some of this is not filled in right. Check it and try again.",
    UNAUTHORIZED: "You are not signed in any more. Sign in again.",
    SESSION_NOT_FRESH: "Please confirm that it is you, then try again.",
    TOO_MANY_REQUESTS: "That was too often. Wait a moment and try again.",
    SERVICE_UNAVAILABLE: "The service is busy. Try again in a moment.",
    INTERNAL_SERVER_ERROR: "Something went wrong on our side. Try again in a moment.",
    NETWORK_ERROR: "The server cannot be reached. Check your connection and try again.",
    UNEXPECTED_ANSWER: "The server gave an answer that we do not understand.",
    INVALID_ORIGIN: "This page may not talk to the sign-in server.",
    MISSING_OR_NULL_ORIGIN: "This page may not talk to the sign-in server.",
  },
};

/** Puts values into a text's `{places}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** The sentence for an error. No code is swallowed: an unknown one shows what the server said. */
export function errorText(texts: Texts, error: { readonly code: string; readonly message: string }): string {
  const known = Object.hasOwn(texts.errors, error.code) ? texts.errors[error.code] : undefined;
  return known ?? fill(texts.errors.unknown, { message: error.message });
}
