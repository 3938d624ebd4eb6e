/** Every text of the screens, in one place. An app replaces any part of it, or all of it in another language. */

/** Human sentences by error code. `unknown` stands for codes that have none of their own; `{message}` is the server's. */
export type ErrorTexts = Readonly<Record<string, string>> & { readonly unknown: string };

/** Every text of the screens. */
export interface Texts {
  /** Language of the texts (BCP 47), for times such as "2 hours ago". Default: the browser's. */
  readonly language?: string;
  readonly email: string;
  readonly password: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly name: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly save: string;
  /** A link that leads into the app. */
  readonly goOn: string;
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
    readonly toForgotPassword: string;
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
  readonly userButton: { readonly open: string; readonly account: string; readonly sessions: string };
  readonly verifyEmail: {
    /** What the banner is called where pages are read aloud. */
    readonly label: string;
    /** `{email}`. */
    readonly text: string;
    /** `{email}`. */
    readonly sent: string;
    readonly resend: string;
  };
  readonly emailVerified: {
    readonly title: string;
    readonly text: string;
    /** For the signed-in person: `{email}`. */
    readonly textFor: string;
    /** The address is not confirmed yet. */
    readonly openTitle: string;
    /** `{email}`. */
    readonly openText: string;
    /** The link was about a change of address. */
    readonly changeTitle: string;
    readonly changeText: string;
    readonly failed: string;
    /** A reason that has no words of its own. */
    readonly unknown: string;
    /** After another mail was asked for, by somebody who is not signed in. */
    readonly sent: string;
  };
  readonly forgotPassword: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly sentTitle: string;
    /** `{email}`. The same whether there is an account or not. */
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
  readonly proof: { readonly title: string; readonly text: string; readonly submit: string };
  readonly account: { readonly title: string };
  readonly profile: {
    readonly title: string;
    readonly subtitle: string;
    readonly image: string;
    readonly imageHint: string;
    readonly saved: string;
  };
  readonly changeEmail: {
    readonly title: string;
    readonly subtitle: string;
    readonly verified: string;
    readonly unverified: string;
    readonly newEmail: string;
    readonly submit: string;
    /** `{newEmail}`: it is in place. */
    readonly changed: string;
    /** `{email}` is asked whether the account moves to `{newEmail}`. */
    readonly asked: string;
    /** The same, where the address that is asked is one before the present one. */
    readonly askedBefore: string;
  };
  readonly changePassword: {
    readonly title: string;
    readonly others: string;
    readonly submit: string;
    readonly done: string;
    readonly doneEverywhere: string;
  };
  readonly linkedAccounts: {
    readonly title: string;
    readonly subtitle: string;
    /** `{date}`. */
    readonly since: string;
    /** Names by the id of the provider. Default: the id itself. */
    readonly providers: Readonly<Record<string, string>>;
  };
  readonly deleteAccount: {
    readonly title: string;
    readonly subtitle: string;
    readonly open: string;
    readonly dialogTitle: string;
    readonly dialogText: string;
    readonly submit: string;
    readonly mailed: string;
  };
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

/** The texts in English. */
export const en: Texts = {
  language: "en",
  email: "Email",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  name: "Name",
  currentPassword: "Current password",
  newPassword: "New password",
  save: "Save",
  goOn: "Continue",
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
    toForgotPassword: "Forgot your password?",
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
  userButton: { open: "Account menu", account: "Your account", sessions: "Your devices" },
  verifyEmail: {
    label: "Unconfirmed address",
    text: "Please confirm that {email} is yours, by the link in our mail.",
    sent: "A mail is on its way to {email}. Open the link in it.",
    resend: "Send a new mail",
  },
  emailVerified: {
    title: "Your email is confirmed",
    text: "Thank you. You can sign in now.",
    textFor: "Thank you. {email} is yours.",
    openTitle: "Confirm your email",
    openText: "Open the link in our mail to {email}. If there is none, we send a new one.",
    changeTitle: "Thank you, that is noted",
    changeText: "If a mail came to your new address, open the link in it too: that is the last step.",
    failed: "This link did not work",
    unknown: "Something is wrong with this link. Ask for a new one.",
    sent: "If this address waits to be confirmed, a mail is on its way. Open the link in it.",
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
    submit: "Continue",
  },
  account: { title: "Your account" },
  profile: {
    title: "Profile",
    subtitle: "How others see you.",
    image: "Picture",
    imageHint: "The address of a picture on the web. Leave it empty for your initials.",
    saved: "Your profile is saved.",
  },
  changeEmail: {
    title: "Email",
    subtitle: "You sign in with it, and it gets our mails.",
    verified: "Confirmed",
    unverified: "Not confirmed",
    newEmail: "New email",
    submit: "Change email",
    changed: "Your email is {newEmail} now. It still has to be confirmed.",
    asked: "One more step: open the mail that we sent to {email}, and agree that your account moves to {newEmail}.",
    askedBefore:
      "One more step: open the mail that we sent to the address you confirmed last, and agree that your account moves to {newEmail}.",
  },
  changePassword: {
    title: "Password",
    others: "Sign out other devices",
    submit: "Change password",
    done: "Your password is changed.",
    doneEverywhere: "Your password is changed, and all other devices are signed out.",
  },
  linkedAccounts: {
    title: "Ways to sign in",
    subtitle: "Any of these leads to your account.",
    since: "Since {date}",
    providers: { credential: "Email and password", github: "GitHub", linkedin: "LinkedIn", gitlab: "GitLab" },
  },
  deleteAccount: {
    title: "Delete account",
    subtitle: "Everything that belongs to it goes, at once and for good.",
    open: "Delete account…",
    dialogTitle: "Delete your account?",
    dialogText: "This cannot be undone: your profile, your devices and all ways to sign in are removed.",
    submit: "Delete for good",
    mailed: "Nothing is deleted yet: open the link in the mail that we sent you, in this browser.",
  },
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
    INVALID_PASSWORD: "This is not your password. Try again.",
    CREDENTIAL_ACCOUNT_NOT_FOUND: "Your account has no password yet. Set one by “Forgot your password?”.",
    PASSWORD_ALREADY_SET: "Your account has a password already.",
    RESET_PASSWORD_DISABLED: "Passwords cannot be set by mail here. Ask the people who run this site.",
    VERIFICATION_EMAIL_NOT_ENABLED: "This site does not send mails to confirm addresses.",
    EMAIL_ALREADY_VERIFIED: "This email is confirmed already.",
    EMAIL_MISMATCH: "You are signed in with another email than this one.",
    INVALID_TOKEN: "This link is not good any more. Ask for a new one.",
    TOKEN_EXPIRED: "This link is too old. Ask for a new one.",
    USER_NOT_FOUND: "This account does not exist any more.",
    INVALID_USER: "This link belongs to another account, or its email is taken by now.",
    token_expired: "This link is too old. Ask for a new one.",
    invalid_token: "This link is not good any more: it was used, replaced by a newer one, or is not complete.",
    user_not_found: "The account that this link belongs to does not exist any more.",
    unauthorized:
      "This link belongs to another account than the one you are signed in with, or its email is taken by now. Sign out, and open it again.",
    CHANGE_EMAIL_DISABLED: "Emails cannot be changed here.",
    EMAIL_IS_THE_SAME: "This is your email already.",
    COULDNT_UPDATE_YOUR_EMAIL: "This email cannot be used. Try another one.",
    EMAIL_CAN_NOT_BE_UPDATED: "The email is changed in its own place.",
    NO_FIELDS_TO_UPDATE: "There is nothing to save.",
    FAILED_TO_UPDATE_USER: "This could not be saved: something in it is taken by somebody else.",
    INVALID_IMAGE: "Give an address on the web, such as https://example.com/me.png.",
    SESSION_EXPIRED: "Please confirm that it is you, then try again.",
    DELETE_USER_DISABLED: "Accounts cannot be deleted here. Ask the people who run this site.",
    FAILED_TO_GET_USER_INFO: "Sign in, then open this link again.",
    FAILED_TO_GET_SESSION: "Your session could not be read. Try again in a moment.",
    FAILED_TO_CREATE_USER: "The account could not be made. Try again in a moment.",
    FAILED_TO_CREATE_SESSION: "You could not be signed in. Try again in a moment.",
    PROVIDER_NOT_FOUND: "This way of signing in is not available here.",
    PROVIDER_NOT_CONFIGURED: "This way of signing in is not available here any more.",
    PROVIDER_NOT_SUPPORTED: "This way of signing in is not available here.",
    PROVIDER_UNAVAILABLE: "The service that you sign in with does not answer. Try again in a moment.",
    ID_TOKEN_NOT_SUPPORTED: "You cannot sign in this way with this service.",
    USER_EMAIL_NOT_FOUND: "The service did not tell us your email, which is needed here.",
    OAUTH_LINK_ERROR: "There is an account with this email already. Sign in to it, then link this one.",
    SOCIAL_ACCOUNT_ALREADY_LINKED: "This is linked to an account already.",
    LINKING_NOT_ALLOWED: "This cannot be linked to your account.",
    LINKING_DIFFERENT_EMAILS_NOT_ALLOWED: "This has another email than your account, and cannot be linked to it.",
    LINKING_FAILED: "This could not be linked to your account. Try again.",
    ACCOUNT_NOT_FOUND: "This way of signing in is not linked to your account.",
    FAILED_TO_UNLINK_LAST_ACCOUNT: "This is your only way to sign in. Add another one first.",
    USER_ID_OR_SESSION_REQUIRED: "You are not signed in any more. Sign in again.",
    TOKEN_REFRESH_NOT_SUPPORTED: "The link to this service has run out. Link it again.",
    REFRESH_TOKEN_NOT_FOUND: "The link to this service has run out. Link it again.",
    FAILED_TO_GET_ACCESS_TOKEN: "The link to this service has run out. Link it again.",
    FAILED_TO_REFRESH_ACCESS_TOKEN: "The link to this service has run out. Link it again.",
    ACCESS_TOKEN_NOT_FOUND: "The link to this service has run out. Link it again.",
    INVALID_CALLBACK_URL: "The page that the mail would lead to is not one of this site's.",
    INVALID_REDIRECT_URL: "The page that the mail would lead to is not one of this site's.",
    INVALID_ERROR_CALLBACK_URL: "The page that this would lead to is not one of this site's.",
    INVALID_NEW_USER_CALLBACK_URL: "The page that this would lead to is not one of this site's.",
    NOT_FOUND: "What you asked for does not exist here.",
    FORBIDDEN: "You may not do this.",
    PAYLOAD_TOO_LARGE: "This is too long. Make it shorter and try again.",
    FIELD_NOT_ALLOWED: "One of these fields cannot be set here.",
    VALIDATION_ERROR: "Some of this is not filled in right. Check it and try again.",
    UNAUTHORIZED: "You are not signed in any more. Sign in again.",
    SESSION_NOT_FRESH: "Please confirm that it is you, then try again.",
    NOT_ALLOWED_WHILE_IMPERSONATING: "You are acting as somebody else. Only they can do this.",
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
