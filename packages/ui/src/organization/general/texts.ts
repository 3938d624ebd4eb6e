/** The texts of organizations, members, and invitations. */

/** All texts of these components. */
export interface GeneralTexts {
  readonly menu: string;
  /** By role name. A role without a text is shown by its name. */
  readonly roleNames: Readonly<Record<string, string>>;
  readonly switcher: {
    /** `{name}` of the active organization. */
    readonly open: string;
    readonly personal: string;
    readonly settings: string;
    readonly create: string;
  };
  readonly list: {
    readonly title: string;
    readonly subtitle: string;
    readonly empty: string;
    readonly open: string;
    /** `{name}`. */
    readonly openOf: string;
  };
  readonly create: {
    readonly title: string;
    readonly text: string;
    readonly name: string;
    readonly slug: string;
    readonly slugHint: string;
    readonly slugFree: string;
    readonly submit: string;
  };
  readonly general: {
    readonly title: string;
    readonly subtitle: string;
    readonly logo: string;
    readonly logoHint: string;
    readonly saved: string;
  };
  readonly members: {
    readonly title: string;
    readonly subtitle: string;
    readonly caption: string;
    readonly search: string;
    readonly person: string;
    readonly role: string;
    readonly since: string;
    readonly you: string;
    readonly empty: string;
    /** `{from}`, `{to}`, `{total}`. */
    readonly page: string;
    readonly more: string;
    /** `{name}`. */
    readonly actionsOf: string;
    readonly changeRole: string;
    readonly roleTitle: string;
    /** `{name}`. */
    readonly roleText: string;
    readonly roleSubmit: string;
    /** `{name}`. */
    readonly roleSaved: string;
    readonly remove: string;
    /** `{name}`. */
    readonly removeTitle: string;
    readonly removeText: string;
    /** `{name}`. */
    readonly removed: string;
  };
  readonly invitations: {
    readonly title: string;
    readonly subtitle: string;
    readonly caption: string;
    readonly expires: string;
    readonly empty: string;
    readonly invite: string;
    readonly inviteTitle: string;
    readonly inviteText: string;
    readonly inviteSubmit: string;
    readonly inviteLinkText: string;
    readonly inviteLinkSubmit: string;
    /** `{email}`. */
    readonly created: string;
    /** `{email}`. */
    readonly sent: string;
    readonly copyLink: string;
    readonly resend: string;
    readonly cancel: string;
    /** `{email}`. */
    readonly cancelTitle: string;
    readonly cancelText: string;
    /** `{email}`. */
    readonly canceled: string;
    readonly all: string;
  };
  readonly own: {
    readonly title: string;
    readonly subtitle: string;
    readonly empty: string;
    /** `{role}`, `{date}`. */
    readonly offer: string;
    readonly accept: string;
    readonly reject: string;
    /** `{name}`. */
    readonly acceptOf: string;
    /** `{name}`. */
    readonly rejectOf: string;
    /** `{name}`. */
    readonly accepted: string;
    /** `{name}`. */
    readonly rejected: string;
  };
  readonly invitation: {
    /** `{name}`. */
    readonly title: string;
    /** `{inviter}`, `{name}`, `{role}`. */
    readonly text: string;
    readonly signUpTitle: string;
    readonly signUpText: string;
    readonly signInTitle: string;
    readonly signInText: string;
    readonly haveAccount: string;
    readonly toSignIn: string;
    readonly noAccount: string;
    readonly toSignUp: string;
    readonly unnamed: string;
    readonly unnamedText: string;
    readonly accept: string;
    readonly reject: string;
    readonly rejectedTitle: string;
    /** `{name}`. */
    readonly rejected: string;
    readonly notOpen: string;
    readonly incomplete: string;
    readonly otherTitle: string;
    /** `{email}`. */
    readonly otherText: string;
    readonly signOut: string;
    readonly unverifiedTitle: string;
    readonly unverifiedText: string;
    readonly goOn: string;
  };
  readonly danger: {
    readonly title: string;
    readonly leave: string;
    readonly leaveText: string;
    /** `{name}`. */
    readonly leaveTitle: string;
    readonly remove: string;
    readonly removeText: string;
    /** `{name}`. */
    readonly removeTitle: string;
    /** `{slug}`. */
    readonly confirm: string;
    readonly removeSubmit: string;
  };
}

/** The English texts. */
export const general: GeneralTexts = {
  menu: "Organization",
  roleNames: { owner: "Owner", admin: "Admin", member: "Member" },
  switcher: {
    open: "Organization: {name}",
    personal: "Personal",
    settings: "Members and settings",
    create: "New organization",
  },
  list: {
    title: "Your organizations",
    subtitle: "Choose one to see its members and settings.",
    empty: "You are in none yet. Make one, or have somebody invite you.",
    open: "Open",
    openOf: "Open {name}",
  },
  create: {
    title: "New organization",
    text: "You will be its owner, and can invite others.",
    name: "Name of the organization",
    slug: "Short name",
    slugHint: "Letters, digits and single dashes. It stands in addresses.",
    slugFree: "Nobody has it yet.",
    submit: "Create",
  },
  general: {
    title: "Profile",
    subtitle: "How the organization is shown to its members.",
    logo: "Logo",
    logoHint: "Address of a picture on the web.",
    saved: "The organization is saved.",
  },
  members: {
    title: "Members",
    subtitle: "Who is in this organization, and what they may do.",
    caption: "Members",
    search: "Search by name or email",
    person: "Person",
    role: "Role",
    since: "Since",
    you: "You",
    empty: "Nobody is like that.",
    page: "{from}–{to} of {total}",
    more: "What can be done",
    actionsOf: "What can be done with {name}",
    changeRole: "Change role",
    roleTitle: "Change role",
    roleText: "What {name} may do in this organization.",
    roleSubmit: "Save role",
    roleSaved: "The role of {name} is saved.",
    remove: "Remove",
    removeTitle: "Remove {name}?",
    removeText: "They lose access at once. They can be invited again.",
    removed: "{name} is not a member any more.",
  },
  invitations: {
    title: "Invitations",
    subtitle: "Those who were invited and have not answered yet.",
    caption: "Open invitations",
    expires: "Good until",
    empty: "No invitation is open.",
    invite: "Invite",
    inviteTitle: "Invite somebody",
    inviteText: "They get a mail with a link. An account can be made on the way.",
    inviteSubmit: "Send invitation",
    inviteLinkText: "Create an invitation, then copy its link and send it to the person you invite.",
    inviteLinkSubmit: "Create invitation",
    created: "Invitation for {email} created. Copy its link and send it to them.",
    sent: "An invitation to {email} is on its way.",
    copyLink: "Copy link",
    resend: "Send again",
    cancel: "Withdraw",
    cancelTitle: "Withdraw the invitation to {email}?",
    cancelText: "Its link will no longer work.",
    canceled: "The invitation to {email} is withdrawn.",
    all: "Show all",
  },
  own: {
    title: "Invitations",
    subtitle: "Organizations that want you as a member.",
    empty: "Nobody has invited you.",
    offer: "As {role}, until {date}",
    accept: "Accept",
    reject: "Decline",
    acceptOf: "Accept the invitation to {name}",
    rejectOf: "Decline the invitation to {name}",
    accepted: "You are a member of {name} now.",
    rejected: "You have declined the invitation to {name}.",
  },
  invitation: {
    title: "Join {name}",
    text: "{inviter} invites you to {name}. Role: {role}.",
    signUpTitle: "Create your account",
    signUpText: "The invitation has proven your email: no other mail is needed.",
    signInTitle: "Sign in",
    signInText: "Then you can answer the invitation.",
    haveAccount: "Do you have an account?",
    toSignIn: "Sign in instead",
    noAccount: "No account yet?",
    toSignUp: "Create one instead",
    unnamed: "You are invited",
    unnamedText: "Sign in with the email that the invitation went to, and you will see it.",
    accept: "Accept",
    reject: "Decline",
    rejectedTitle: "Declined",
    rejected: "You have declined the invitation to {name}.",
    notOpen: "This invitation cannot be answered",
    incomplete: "The link is not complete. Open it from the mail once more.",
    otherTitle: "This invitation is for somebody else",
    otherText: "You are signed in as {email}. Sign out, and go on as the person who was invited.",
    signOut: "Sign out and go on",
    unverifiedTitle: "Confirm your email first",
    unverifiedText: "Open the link in the mail that we sent you, then come back to this page.",
    goOn: "Your organizations",
  },
  danger: {
    title: "Leave or delete",
    leave: "Leave",
    leaveText: "You lose access at once. Somebody has to invite you to come back.",
    leaveTitle: "Leave {name}?",
    remove: "Delete organization",
    removeText: "It goes for all members, with everything in it. This cannot be undone.",
    removeTitle: "Delete {name}?",
    confirm: "Type {slug} to confirm",
    removeSubmit: "Delete for good",
  },
};
