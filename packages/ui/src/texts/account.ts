/** Texts for the account page. */

/** Texts for the account page. */
export interface AccountTexts {
  readonly account: {
    readonly title: string;
    /** Label of the navigation for screen readers. */
    readonly sections: string;
    /** A value that the user hasn't entered yet. */
    readonly notSet: string;
    readonly add: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly profile: {
    readonly title: string;
    readonly subtitle: string;
    readonly image: string;
  };
  readonly security: {
    readonly title: string;
    readonly subtitle: string;
  };
  readonly changeEmail: {
    readonly verified: string;
    readonly unverified: string;
    /** Value of the row for users without an email. */
    readonly none: string;
    readonly change: string;
    /** Title of the dialog for users without an email. */
    readonly addTitle: string;
    readonly text: string;
    readonly newEmail: string;
    readonly submit: string;
    /** Title of the dialog's second step. */
    readonly sentTitle: string;
    /** `{newEmail}`: the change is complete. */
    readonly changed: string;
    /** `{newEmail}`: the change is complete, and the server sends no verification emails. */
    readonly changedUnverified: string;
    /** `{email}`, `{newEmail}`: `{email}` gets a confirmation email. */
    readonly asked: string;
    /** Like `asked`, if the confirmation goes to the email before the current one. */
    readonly askedBefore: string;
    /** `{email}`: the checkbox to confirm with a second factor instead. */
    readonly lost: string;
    /** `{newEmail}`: it gets the only confirmation email, because the user lost the current email. */
    readonly askedNew: string;
    readonly done: string;
    /** `{newEmail}`. */
    readonly pending: string;
    /** `{newEmail}`: shown after the user canceled the change. */
    readonly canceled: string;
    readonly cancelChange: string;
    readonly resend: string;
    /** `{seconds}`. */
    readonly resendIn: string;
    readonly sendLink: string;
    /** `{email}`. */
    readonly linkSent: string;
  };
  readonly changePassword: {
    readonly title: string;
    readonly change: string;
    readonly set: string;
    /** Value of the row for users without a password. */
    readonly none: string;
    readonly text: string;
    readonly signOutOthers: string;
    readonly submit: string;
    readonly done: string;
    readonly doneEverywhere: string;
    readonly setTitle: string;
    /** `{email}`. */
    readonly setText: string;
    readonly setSubmit: string;
    /** `{email}`. */
    readonly setSent: string;
    /** Shown to users without a password if the server sends no reset links. */
    readonly setUnavailable: string;
  };
  readonly deleteAccount: {
    /** Title of the section. */
    readonly section: string;
    readonly title: string;
    readonly subtitle: string;
    readonly open: string;
    readonly dialogTitle: string;
    readonly dialogText: string;
    /** `{email}`. */
    readonly typeEmail: string;
    readonly submit: string;
    /** `{email}`. Shown if the server confirms the deletion by email. */
    readonly mailText: string;
    readonly mailSubmit: string;
    /** `{email}`. */
    readonly mailed: string;
    readonly mailAgain: string;
    readonly soleOwner: string;
  };
}

/** The English texts. */
export const account: AccountTexts = {
  account: {
    title: "Account settings",
    sections: "Account sections",
    notSet: "Not set",
    add: "Add",
    yes: "Yes",
    no: "No",
  },
  profile: {
    title: "Profile",
    subtitle: "This is how other people see you.",
    image: "Picture",
  },
  security: {
    title: "Security",
    subtitle: "How you sign in, and where you're signed in.",
  },
  changeEmail: {
    verified: "Verified",
    unverified: "Unverified",
    none: "No email",
    change: "Change",
    addTitle: "Add an email",
    text: "You use this email to sign in and to receive account notifications.",
    newEmail: "New email",
    submit: "Change email",
    sentTitle: "Check your email",
    changed: "Your email is now {newEmail}. Check your inbox to verify it.",
    changedUnverified: "Your email is now {newEmail}.",
    asked: "One more step: open the email we sent to {email} to approve the change to {newEmail}.",
    askedBefore:
      "One more step: open the email we sent to your last verified address to approve the change to {newEmail}.",
    lost: "I no longer have access to {email}",
    askedNew: "One more step: open the link we sent to {newEmail}. Your email changes after that.",
    done: "Done",
    pending: "Waiting for you to confirm the change to {newEmail}. Open the link we sent you.",
    canceled: "Change to {newEmail} canceled.",
    cancelChange: "Cancel change",
    resend: "Resend link",
    resendIn: "Resend in {seconds} s",
    sendLink: "Send link",
    linkSent: "We sent a link to {email}. Open it to verify your email.",
  },
  changePassword: {
    title: "Change password",
    change: "Change",
    set: "Set password",
    none: "You don't have a password yet.",
    text: "Choose a password you don't use anywhere else.",
    signOutOthers: "Sign out of all other devices",
    submit: "Change password",
    done: "Password changed.",
    doneEverywhere: "Password changed. You've been signed out of all other devices.",
    setTitle: "Set a password",
    setText: "We'll send a link to {email}. Open it to choose a password. You'll then sign in again.",
    setSubmit: "Send link",
    setSent: "We sent a link to {email}. Open it to choose a password.",
    setUnavailable: "You don't have a password.",
  },
  deleteAccount: {
    section: "Danger zone",
    title: "Delete account",
    subtitle: "Permanently delete your account and all of its data.",
    open: "Delete account",
    dialogTitle: "Delete your account?",
    dialogText: "This permanently deletes your profile, sessions, and sign-in methods. You can't undo this.",
    typeEmail: "Type {email} to confirm",
    submit: "Delete account",
    mailText:
      "We'll send a link to {email}. Your account is permanently deleted when you open it. You can't undo this.",
    mailSubmit: "Send link",
    mailed: "Check {email}. Your account stays active until you open the link in this browser.",
    mailAgain: "Send again",
    soleOwner:
      "You're the only owner of these organizations. Transfer ownership or delete them before you delete your account.",
  },
};
