/** The texts for signing in with a phone number. */

/** All texts for signing in and signing up with a phone number. */
export interface PhoneSignInTexts {
  readonly signIn: {
    /** Labels of the button, by page. */
    readonly button: string;
    readonly signUpButton: string;
    /** The page for the number. */
    readonly title: string;
    readonly text: string;
    readonly country: string;
    readonly number: string;
    readonly submit: string;
    /** The page for the code. */
    readonly codeTitle: string;
    readonly codeText: string;
    readonly change: string;
  };
}

/** The English texts. */
export const phoneSignInEn: PhoneSignInTexts = {
  signIn: {
    button: "Sign in with your phone",
    signUpButton: "Sign up with your phone",
    title: "Enter your phone number",
    text: "We'll text you a code. Message rates may apply.",
    country: "Country",
    number: "Phone number",
    submit: "Text me a code",
    codeTitle: "Check your phone",
    codeText: "Enter the code we sent to this number.",
    change: "Use a different number",
  },
};
