/** Texts for email verification. */

import type { PluralText } from "./plural.ts";

/** Texts for email verification. */
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
    /** `{email}`. */
    readonly textFor: string;
    /** For signed-out users who opened a link. The page can't know whether their email is verified. */
    readonly openedTitle: string;
    readonly openedText: string;
    /** Shown if the email isn't verified yet. */
    readonly openTitle: string;
    /** `{email}`. */
    readonly openText: string;
    /** The same for signed-out users, whose email isn't known. */
    readonly openTextSignedOut: string;
    /** For links that change the email. */
    readonly changeTitle: string;
    readonly changeText: string;
    /** `{email}`. For signed-in users. */
    readonly changeTextFor: string;
    readonly failed: string;
    /** For errors without a text. */
    readonly unknown: string;
    /** The page continues in `{count}` seconds. */
    readonly continuing: PluralText;
    /** Stays on the page instead. */
    readonly stay: string;
    /** `{email}`. The link belongs to another account. */
    readonly signedInAs: string;
    /** Shown to signed-out users who requested another email. */
    readonly sent: string;
  };
}

/** The English texts. */
export const emailVerification: EmailVerificationTexts = {
  verifyEmail: {
    label: "Email verification",
    text: "Verify your email with the link we sent to {email}.",
    sent: "We sent a new link to {email}. Open it to verify your email.",
    resend: "Resend email",
  },
  emailVerified: {
    title: "Email verified",
    textFor: "{email} is now verified.",
    openedTitle: "Sign in to continue",
    openedText: "If you opened the link in our email, your email is now verified.",
    openTitle: "Verify your email",
    openText: "Open the link we sent to {email}. Didn't get it? We can send a new one.",
    openTextSignedOut: "Open the link in the email we sent you. Didn't get it? We can send a new one.",
    changeTitle: "Your email change",
    changeText: "If we sent a link to your new email, open it to finish the change.",
    changeTextFor:
      "Your account uses {email}. If you're changing it and we sent a link to your new email, open it to finish.",
    failed: "This link didn't work",
    unknown: "Something is wrong with this link. Request a new one.",
    continuing: { one: "Continuing in {count} second.", other: "Continuing in {count} seconds." },
    stay: "Stay here",
    signedInAs: "You're signed in as {email}.",
    sent: "If that email still needs to be verified, we've sent a new link.",
  },
};
