/** The texts of the administration. */

/** Every text of the screens of the administration. */
export interface AdminTexts {
  readonly menu: string;
  readonly users: {
    readonly title: string;
    readonly subtitle: string;
    readonly search: string;
    readonly role: string;
    readonly anyRole: string;
    readonly state: string;
    readonly anyState: string;
    readonly onlyBanned: string;
    readonly onlyActive: string;
    readonly empty: string;
    readonly caption: string;
    readonly person: string;
    readonly since: string;
    readonly unverified: string;
    readonly banned: string;
    /** `{from}`, `{to}`, `{total}`. */
    readonly page: string;
    readonly create: string;
  };
  readonly create: {
    readonly title: string;
    readonly text: string;
    readonly passwordHint: string;
    readonly submit: string;
  };
  readonly user: {
    readonly back: string;
    /** `{date}`. */
    readonly since: string;
    /** `{reason}`. */
    readonly bannedFor: string;
    /** `{reason}`, `{date}`. */
    readonly bannedUntil: string;
    readonly verified: string;
    readonly unverified: string;
    readonly itsYou: string;
  };
  readonly roles: {
    readonly title: string;
    readonly subtitle: string;
    readonly submit: string;
    readonly saved: string;
  };
  readonly ban: {
    readonly title: string;
    readonly subtitle: string;
    readonly ban: string;
    readonly unban: string;
    readonly dialogTitle: string;
    readonly dialogText: string;
    readonly reason: string;
    readonly until: string;
    readonly forHour: string;
    readonly forDay: string;
    readonly forWeek: string;
    readonly forMonth: string;
    readonly forever: string;
  };
  readonly password: {
    readonly title: string;
    readonly text: string;
    readonly open: string;
    readonly submit: string;
    readonly saved: string;
  };
  readonly sessions: {
    readonly title: string;
    readonly empty: string;
    readonly impersonated: string;
    readonly revokeAll: string;
    readonly revokeAllText: string;
  };
  readonly impersonate: {
    readonly title: string;
    readonly text: string;
    readonly start: string;
    /** `{name}`. */
    readonly banner: string;
    readonly stop: string;
    readonly label: string;
  };
  readonly remove: {
    readonly title: string;
    readonly text: string;
    readonly open: string;
    /** `{email}`. */
    readonly confirmTitle: string;
    readonly confirm: string;
    /** `{email}`, `{organizations}`. */
    readonly onlyOwner: string;
    readonly openAll: string;
    /** `{email}`, `{organizations}`. */
    readonly confirmAllTitle: string;
    readonly confirmAllText: string;
    readonly confirmAll: string;
  };
  readonly audit: {
    readonly title: string;
    readonly subtitle: string;
    readonly titleOfUser: string;
    readonly caption: string;
    readonly when: string;
    readonly action: string;
    readonly who: string;
    readonly whom: string;
    readonly where: string;
    readonly anyAction: string;
    /** What can be asked for alone: the beginning of actions, and what it is called. */
    readonly families: Readonly<Record<string, string>>;
    /** `{actor}`, `{admin}`. */
    readonly onBehalf: string;
    readonly app: string;
    /** Of failed attempts. */
    readonly unknown: string;
    readonly empty: string;
    readonly more: string;
    /** `{action}`, `{count}`: of failed attempts, counted by the hour. */
    readonly counted: string;
    /** Sentences by action; an action without one is shown as it is. */
    readonly actions: Readonly<Record<string, string>>;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** In English. */
export const adminEn: AdminTexts = {
  menu: "Administration",
  users: {
    title: "Users",
    subtitle: "Everybody who has an account.",
    search: "Search by the beginning of an email address",
    role: "Role",
    anyRole: "Any role",
    state: "State",
    anyState: "Banned or not",
    onlyBanned: "Banned",
    onlyActive: "Not banned",
    empty: "Nobody is like that.",
    caption: "Users",
    person: "Person",
    since: "Since",
    unverified: "Email not confirmed",
    banned: "Banned",
    page: "{from}–{to} of {total}",
    create: "New user",
  },
  create: {
    title: "New user",
    text: "They can sign in at once. Without a password they choose one by “Forgot your password?”.",
    passwordHint: "May be left empty.",
    submit: "Create",
  },
  user: {
    back: "All users",
    since: "Here since {date}",
    bannedFor: "Banned: {reason}",
    bannedUntil: "Banned until {date}: {reason}",
    verified: "Email confirmed",
    unverified: "Email not confirmed",
    itsYou: "This is you.",
  },
  roles: {
    title: "Roles",
    subtitle: "What this person may do on the whole site.",
    submit: "Save roles",
    saved: "The roles are saved.",
  },
  ban: {
    title: "Access",
    subtitle: "A ban ends every session at once and stops every way of signing in.",
    ban: "Ban",
    unban: "Lift the ban",
    dialogTitle: "Ban this person?",
    dialogText: "Everything they are signed in with ends now.",
    reason: "Reason",
    until: "For how long",
    forHour: "An hour",
    forDay: "A day",
    forWeek: "A week",
    forMonth: "30 days",
    forever: "Until it is lifted",
  },
  password: {
    title: "Password",
    text: "Sets a new one and ends all sessions. The person is told by mail.",
    open: "Set a password",
    submit: "Set password",
    saved: "The new password is set.",
  },
  sessions: {
    title: "Devices",
    empty: "Not signed in anywhere.",
    impersonated: "An administrator acts here",
    revokeAll: "End all",
    revokeAllText: "The person has to sign in again on every device.",
  },
  impersonate: {
    title: "See what they see",
    text: "You act as this person for up to an hour, and get back to yourself at any time. It is recorded.",
    start: "Act as this person",
    banner: "You are acting as {name}.",
    stop: "Back to yourself",
    label: "Acting as somebody else",
  },
  remove: {
    title: "Delete",
    text: "The account goes with everything that belongs to it. This cannot be undone.",
    open: "Delete this user",
    confirmTitle: "Delete {email}?",
    confirm: "Delete",
    onlyOwner:
      "{email} is the only owner of {organizations}. Transfer ownership first, or delete the organizations with the user.",
    openAll: "Delete user and organizations",
    confirmAllTitle: "Delete {email} and {organizations}?",
    confirmAllText:
      "This permanently deletes the user and these organizations, with their members, teams, and invitations. You can't undo this.",
    confirmAll: "Delete user and organizations",
  },
  audit: {
    title: "Audit trail",
    subtitle: "Who did what to whom, newest first. Nothing here can be changed.",
    titleOfUser: "What happened to this account",
    caption: "Records",
    when: "When",
    action: "What",
    who: "By",
    whom: "To",
    where: "From",
    anyAction: "Everything",
    families: {
      "admin.": "Administration",
      "session.": "Sessions",
      "user.": "Accounts",
      "account.": "Linked accounts",
      "two-factor.": "Two-step sign-in",
      "organization.": "Organizations",
      "member.": "Members of organizations",
      "invitation.": "Invitations",
      "team.": "Teams",
      "role.": "Roles of organizations",
      "billing.": "Billing",
    },
    onBehalf: "{admin} as {actor}",
    app: "the app",
    unknown: "unknown",
    empty: "Nothing is recorded yet.",
    more: "Older records",
    counted: "{action} ({count})",
    actions: {
      "account.link": "Connected another way to sign in",
      "account.unlink": "Disconnected a way to sign in",
      "admin.impersonation.start": "Began to act as somebody",
      "admin.impersonation.stop": "Went back to themselves",
      "admin.session.revoke": "Ended a session",
      "admin.session.revoke-all": "Ended all sessions",
      "admin.user.ban": "Banned",
      "admin.user.create": "Made a user",
      "admin.user.remove": "Deleted a user",
      "admin.user.set-email": "Changed a user's email",
      "admin.user.set-password": "Set a password",
      "admin.user.set-role": "Changed roles",
      "admin.user.unban": "Lifted a ban",
      "admin.user.update": "Changed a user",
      "billing.customer.claim": "Linked a billing customer",
      "billing.subscription.cancel": "Cancelled a subscription",
      "billing.subscription.resume": "Resumed a subscription",
      "invitation.accept": "Accepted an invitation",
      "invitation.cancel": "Withdrew an invitation",
      "invitation.create": "Invited somebody",
      "invitation.reject": "Declined an invitation",
      "invitation.link.create": "Copied the link of an invitation",
      "invitation.resend": "Sent an invitation again",
      "member.create": "Became a member",
      "member.delete": "Removed a member",
      "member.leave": "Left an organization",
      "member.role.update": "Changed a member's role",
      "organization.create": "Made an organization",
      "organization.delete": "Deleted an organization",
      "organization.update": "Changed an organization",
      "role.create": "Made a role",
      "role.delete": "Deleted a role",
      "role.update": "Changed a role",
      "team.create": "Made a team",
      "team.delete": "Deleted a team",
      "team.member.create": "Put somebody into a team",
      "team.member.delete": "Took somebody out of a team",
      "team.update": "Renamed a team",
      "session.create": "Signed in",
      "session.create.failed": "Failed to sign in",
      "session.end": "Signed out",
      "session.revoke": "Ended a session",
      "session.revoke-all": "Ended all sessions",
      "two-factor.backup-code.use": "Used a backup code",
      "two-factor.backup-codes.create": "Created new backup codes",
      "two-factor.begin": "Began to set up two-step sign-in",
      "two-factor.disable": "Turned two-step sign-in off",
      "two-factor.enable": "Turned two-step sign-in on",
      "two-factor.reset": "Took the second factor away",
      "two-factor.lock": "Locked after too many wrong codes",
      "two-factor.trust.create": "Trusted a device",
      "two-factor.trust.revoke": "Forgot a trusted device",
      "two-factor.trust.revoke-all": "Forgot all trusted devices",
      "two-factor.verify.failed": "Entered a wrong code",
      "user.create": "Signed up",
      "user.create.refused": "Signed up with a taken address",
      "user.delete": "Deleted the account",
      "user.email.change": "Changed the email",
      "user.email.release": "Gave up an unproven address",
      "user.email.undo": "Undid a change of email",
      "user.email.verify": "Confirmed the email",
      "user.password.change": "Changed the password",
      "user.password.reset": "Set a new password by mail",
      "user.password.set": "Set a first password",
      "user.reclaim": "Removed sign-in methods that the owner of the email didn't set up",
      "user.update": "Changed the profile",
    },
  },
  errors: {
    BANNED_USER: "This account is banned. If you believe that this is a mistake, write to us.",
    YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: "You may not see the list of users.",
    YOU_ARE_NOT_ALLOWED_TO_GET_USER: "You may not see this user.",
    YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS: "You may not create users.",
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS: "You may not change users.",
    YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: "You may not delete users.",
    YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS: "You don't have permission to delete organizations.",
    YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: "You may not give these roles.",
    YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL: "You may not change addresses of others.",
    YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: "You may not set passwords of others.",
    YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: "You may not ban users.",
    YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: "You may not act as others.",
    YOU_CANNOT_IMPERSONATE_ADMINS: "Nobody acts as an administrator.",
    YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: "You may not see the devices of others.",
    YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: "You may not end the sessions of others.",
    YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL: "You may not read the audit trail.",
    YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE: "There is no such role.",
    YOU_CANNOT_BAN_YOURSELF: "You cannot ban yourself.",
    YOU_CANNOT_REMOVE_YOURSELF: "You cannot delete yourself here. Your own account has a place for that.",
    YOU_CANNOT_CHANGE_YOUR_OWN_ROLE: "Your own role is for another administrator to change.",
    YOU_CANNOT_REMOVE_THE_LAST_ADMIN: "One administrator has to be left. Name another one first.",
    YOU_ARE_NOT_IMPERSONATING_ANYONE: "You are yourself already.",
    ADMIN_SESSION_LOST: "Your own session is over. Sign in again.",
    NO_DATA_TO_UPDATE: "Nothing was changed.",
    PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER: "A password is set in its own place.",
  },
};
