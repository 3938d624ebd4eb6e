/** Confirming an address. */

/** Confirming an address. */
export interface AddressTexts {
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
}

/** In English. */
export const addresses: AddressTexts = {
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
