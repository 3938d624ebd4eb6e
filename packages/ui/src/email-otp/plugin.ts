/** The UI plugin for email codes. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { EmailCodeStep, type EmailOtpClient, type EmailOtpUi } from "./email-code-step.tsx";
import { type EmailOtpTexts, emailOtpEn } from "./texts.ts";

/** Options for `emailOtpUi`. */
export interface EmailOtpUiOptions {
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<EmailOtpTexts>;
}

/**
 * Lets users sign in and sign up with a code by email. For apps whose server has `emailOTP()` from
 * `@latchkey/email-otp`. List it before `magicLinkUi()`, because the first of the two provides the form on pages
 * without a password.
 */
export function emailOtpUi(options: EmailOtpUiOptions = {}): EmailOtpUi {
  return createEmailOtpUi(options, emailOtpEn);
}

function createEmailOtpUi(options: EmailOtpUiOptions, language: EmailOtpTexts): EmailOtpUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "email-otp",
    localize: (other) => createEmailOtpUi(options, other as EmailOtpTexts),
    isAvailable: ({ signIn }) => signIn.emailCode !== null,
    texts,
    errors: texts.errors,
    signInMethods: [
      {
        id: "email-otp",
        icon: "mail",
        labels: { "sign-in": texts.signIn, "sign-up": texts.signUp },
        isOffered: ({ signIn, signUp }, page) =>
          signIn.emailCode !== null && (page === "sign-in" || signUp.ways.includes("emailCode")),
        email: {
          path: "/email-otp/send-verification-otp",
          acceptsFields: true,
          send: (client, { email }, sent) =>
            (client as EmailOtpClient).emailOtp.sendVerificationOtp({ email, type: "sign-in" }, sent),
          Sent: EmailCodeStep,
        },
      },
    ],
  };
}
