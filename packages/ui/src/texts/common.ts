/** Texts that several components use. */

/** Texts that several components use. */
export interface CommonTexts {
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
  /** A link to the app. */
  readonly goOn: string;
  readonly cancel: string;
  readonly loading: string;
  readonly tryAgain: string;
  readonly close: string;
  readonly copied: string;
  readonly copyFailed: string;
  /** Label of the pagination buttons for screen readers. */
  readonly pages: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly required: string;
  readonly signOut: string;
}

/** The English texts. */
export const common: CommonTexts = {
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
  close: "Close",
  copied: "Copied",
  copyFailed: "The browser did not let this be copied. Select it and copy it by hand.",
  pages: "Pages",
  previousPage: "Previous",
  nextPage: "Next",
  required: "Please fill this in.",
  signOut: "Sign out",
};
