/** The texts of email verification. */

/** The texts of email verification. */
export interface EmailVerificationTexts {
  readonly verifyEmail: {
    /** Label of the banner for screen readers. */
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
    /** `{email}`. For signed-in users. */
    readonly textFor: string;
    /** Shown if the email isn't verified yet. */
    readonly openTitle: string;
    /** `{email}`. */
    readonly openText: string;
    /** For links that change the email. */
    readonly changeTitle: string;
    readonly changeText: string;
    readonly failed: string;
    /** For errors without a text. */
    readonly unknown: string;
    /** Shown to signed-out users who requested another email. */
    readonly sent: string;
  };
}

/** The English texts. */
export const emailVerification: EmailVerificationTexts = {
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
};
