/** Texts for phone numbers. */

import { type PhoneSignInTexts, phoneSignInEn } from "./sign-in-texts.ts";

/** All texts for the phone number components. */
export interface PhoneNumberTexts extends PhoneSignInTexts {
  readonly label: string;
  /** The row of the account page. */
  readonly settings: {
    readonly none: string;
    readonly add: string;
    readonly change: string;
    readonly remove: string;
    readonly addTitle: string;
    readonly addText: string;
    readonly hint: string;
    /** For an app with a default country. */
    readonly hintWithCountry: string;
    readonly send: string;
    readonly codeTitle: string;
    /** `{phoneNumber}`. */
    readonly codeText: string;
    readonly code: string;
    /** `{digits}`. */
    readonly codeHint: string;
    readonly verify: string;
    readonly sendAgain: string;
    /** `{seconds}`. */
    readonly sendAgainIn: string;
    readonly sent: string;
    readonly back: string;
    readonly saved: string;
    /** `{phoneNumber}`. */
    readonly removeTitle: string;
    readonly removeText: string;
    readonly removed: string;
    readonly last: string;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const phoneNumberEn: PhoneNumberTexts = {
  ...phoneSignInEn,
  label: "Phone number",
  settings: {
    none: "Not set",
    add: "Add",
    change: "Change",
    remove: "Remove",
    addTitle: "Add a phone number",
    addText: "We'll text you a code to verify the number. You can then sign in with it.",
    hint: "With the country code, such as +1 555 555 0100.",
    hintWithCountry: "Start with + and the country code for a number in another country.",
    send: "Text me a code",
    codeTitle: "Enter the code",
    codeText: "We texted a code to {phoneNumber}.",
    code: "Verification code",
    codeHint: "{digits} digits",
    verify: "Verify number",
    sendAgain: "Send again",
    sendAgainIn: "Send again in {seconds} s",
    sent: "Code sent.",
    back: "Back",
    saved: "Phone number saved.",
    removeTitle: "Remove {phoneNumber}?",
    removeText: "You can no longer sign in with this number.",
    removed: "Phone number removed.",
    last: "This is your only sign-in method. Add another one before you remove it.",
  },
  errors: {
    INVALID_PHONE_NUMBER: "Check the number. It must be a mobile number, and some countries aren't supported.",
    PHONE_NUMBER_EXIST: "Another account uses this number.",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "A number has to be verified with a code.",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "Incorrect phone number or password. Try again.",
    INVALID_OTP: "That code is incorrect. Try again.",
    OTP_NOT_FOUND: "That code is no longer valid. Request a new one.",
    OTP_EXPIRED: "That code has expired. Request a new one.",
    TOO_MANY_ATTEMPTS: "Too many incorrect codes. Request a new one.",
    SEND_OTP_NOT_IMPLEMENTED: "Text messages aren't available.",
    VERIFIED_EMAIL_REQUIRED: "Sign in with your email on this device once. After that, you can use your phone number.",
    UNEXPECTED_ERROR: "Couldn't reset your password. Try again.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "You can't remove your only sign-in method. Add another one first.",
    FAILED_TO_CREATE_USER: "Couldn't create your account. Try again.",
  },
};
