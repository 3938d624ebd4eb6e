/** The texts for email codes. */

/** All texts for signing in with an email code. */
export interface EmailOtpTexts {
  readonly signIn: string;
  readonly signUp: string;
  readonly title: string;
  readonly text: string;
  readonly change: string;
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const emailOtpEn: EmailOtpTexts = {
  signIn: "Email me a code",
  signUp: "Sign up with a code by email",
  title: "Check your email",
  text: "Enter the code we sent to this email.",
  change: "Use a different email",
  errors: {
    INVALID_OTP: "That code is incorrect. Try again.",
    OTP_EXPIRED: "That code has expired. Request a new one.",
    TOO_MANY_ATTEMPTS: "Too many incorrect codes. Request a new one.",
    INVALID_OTP_TYPE: "That code can't be used here.",
    EMAIL_ALREADY_IN_USE: "That email is already in use. Try a different one.",
  },
};
