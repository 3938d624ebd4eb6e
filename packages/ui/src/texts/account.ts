/** The texts of the account page. */

/** The texts of the account page. */
export interface AccountTexts {
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
    /** `{newEmail}`: the change is complete. */
    readonly changed: string;
    /** `{email}`, `{newEmail}`: `{email}` gets a confirmation email. */
    readonly asked: string;
    /** The same if the confirmation goes to the email before the current one. */
    readonly askedBefore: string;
  };
  readonly changePassword: {
    readonly title: string;
    readonly others: string;
    readonly submit: string;
    readonly done: string;
    readonly doneEverywhere: string;
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
}

/** The English texts. */
export const account: AccountTexts = {
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
  deleteAccount: {
    title: "Delete account",
    subtitle: "Everything that belongs to it goes, at once and for good.",
    open: "Delete account…",
    dialogTitle: "Delete your account?",
    dialogText: "This cannot be undone: your profile, your devices and all ways to sign in are removed.",
    submit: "Delete for good",
    mailed: "Nothing is deleted yet: open the link in the mail that we sent you, in this browser.",
  },
};
