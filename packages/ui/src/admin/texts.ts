/** Texts for the admin screens. */

import type { PluralText } from "../texts/texts.ts";
import type { AuditTexts } from "./audit/texts.ts";

/** Every text of the admin screens. */
export interface AdminTexts {
  readonly menu: string;
  readonly nav: {
    readonly label: string;
    readonly users: string;
    readonly organizations: string;
    readonly audit: string;
  };
  readonly users: UsersTexts;
  readonly time: {
    readonly day: string;
    readonly week: string;
    readonly month: string;
    readonly from: string;
    readonly to: string;
    readonly apply: string;
    /** `{from}`, `{to}`. */
    readonly range: string;
    /** `{date}`. */
    readonly since: string;
    /** `{date}`. */
    readonly until: string;
  };
  readonly bulk: BulkTexts;
  readonly create: {
    readonly title: string;
    readonly text: string;
    readonly submit: string;
    /** The error for an email that's taken, here and when an admin changes an email. */
    readonly emailTaken: string;
    /** `{name}`. */
    readonly done: string;
  };
  readonly user: UserTexts;
  readonly roles: {
    readonly title: string;
    /** `{name}`. */
    readonly dialogTitle: string;
    readonly subtitle: string;
    readonly submit: string;
    /** `{name}`. */
    readonly saved: string;
    /** `{role}`: a role that the admin can't assign. */
    readonly notAssignable: string;
  };
  readonly ban: {
    readonly title: string;
    readonly ban: string;
    readonly unban: string;
    /** `{name}`. */
    readonly dialogTitle: string;
    readonly dialogText: string;
    readonly reason: string;
    readonly reasonHint: string;
    readonly until: string;
    readonly forHour: string;
    readonly forDay: string;
    readonly forWeek: string;
    readonly forMonth: string;
    readonly forever: string;
    /** `{name}`. */
    readonly banned: string;
    /** `{name}`. */
    readonly unbanned: string;
  };
  readonly email: {
    readonly verify: string;
    /** `{email}`. */
    readonly verifyTitle: string;
    readonly verifyText: string;
    readonly change: string;
    /** `{name}`. */
    readonly changeTitle: string;
    readonly changeText: string;
    readonly changed: string;
    readonly verified: string;
  };
  readonly password: {
    readonly title: string;
    /** `{name}`. */
    readonly dialogTitle: string;
    readonly text: string;
    readonly open: string;
    readonly submit: string;
    readonly saved: string;
    readonly reset: string;
    readonly sendReset: string;
    /** `{email}`. */
    readonly resetSent: string;
  };
  readonly twoFactor: {
    readonly title: string;
    readonly on: string;
    readonly off: string;
    readonly reset: string;
    /** `{name}`. */
    readonly resetTitle: string;
    readonly resetText: string;
    readonly done: string;
  };
  readonly sessions: {
    readonly title: string;
    readonly empty: string;
    readonly impersonated: string;
    /** `{time}`, such as "2 hours ago". */
    readonly active: string;
    readonly revoke: string;
    /** `{device}`. */
    readonly revokeLabel: string;
    readonly revokeAll: string;
    /** `{name}`. */
    readonly revokeAllTitle: string;
    readonly revokeAllText: string;
    /** `{name}`. */
    readonly revokedAll: string;
    readonly revoked: string;
  };
  readonly accounts: {
    readonly title: string;
    readonly empty: string;
    readonly password: string;
    /** `{date}`. */
    readonly since: string;
    readonly unlink: string;
    /** `{provider}`. */
    readonly unlinkLabel: string;
    /** `{provider}`, `{name}`. */
    readonly unlinkTitle: string;
    /** `{name}`. */
    readonly unlinkText: string;
    readonly unlinked: string;
    readonly last: string;
  };
  readonly organizations: { readonly title: string; readonly empty: string };
  /** The names of organization roles. A role that's missing here is shown by its own name. */
  readonly organizationRoles: Readonly<Record<string, string>>;
  readonly allOrganizations: {
    readonly title: string;
    readonly subtitle: string;
    readonly caption: string;
    readonly search: string;
    readonly organization: string;
    readonly slug: string;
    readonly members: string;
    readonly created: string;
    readonly noMatches: string;
    readonly none: string;
    readonly noneText: string;
    readonly back: string;
    /** `{date}`. */
    readonly createdOn: string;
    readonly searchMembers: string;
    readonly member: string;
    readonly role: string;
    readonly joined: string;
    readonly noMembers: string;
    readonly noMemberMatches: string;
    /** A member whose access the directory suspended. */
    readonly suspended: string;
  };
  readonly impersonate: {
    readonly start: string;
    /** `{name}`. */
    readonly title: string;
    readonly text: string;
    readonly duration: string;
    readonly minutes: PluralText;
    readonly hours: PluralText;
    readonly reason: string;
    readonly reasonHint: string;
    /** `{name}`, `{count}` minutes. */
    readonly banner: PluralText;
    readonly stop: string;
    readonly label: string;
    /** Before the page's title, in the browser's tab. `{name}`. */
    readonly pageTitle: string;
  };
  readonly remove: {
    readonly title: string;
    readonly text: string;
    readonly open: string;
    /** `{name}`. */
    readonly confirmTitle: string;
    /** `{email}`: what to type. */
    readonly type: string;
    readonly confirm: string;
    /** `{email}`, `{organizations}`. */
    readonly onlyOwner: string;
    /** `{email}`, `{organizations}`. */
    readonly confirmAllTitle: string;
    readonly confirmAllText: string;
    readonly confirmAll: string;
    /** `{name}`. */
    readonly removed: string;
  };
  readonly audit: AuditTexts;
  readonly errors: Readonly<Record<string, string>>;
}

/** Texts for the user list. */
export interface UsersTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly caption: string;
  readonly search: string;
  readonly create: string;
  readonly person: string;
  readonly status: string;
  readonly role: string;
  readonly lastActive: string;
  readonly since: string;
  readonly active: string;
  readonly unverified: string;
  readonly banned: string;
  /** `{date}`. */
  readonly bannedUntil: string;
  /** The last activity of a user who has never been active. */
  readonly never: string;
  /** The last activity of a user without a session, if the server only knows it from sessions. */
  readonly noSession: string;
  /** `{count}` more roles. */
  readonly moreRoles: string;
  readonly verified: string;
  readonly twoFactor: string;
  readonly yes: string;
  readonly no: string;
  readonly on: string;
  readonly off: string;
  readonly noMatches: string;
  readonly none: string;
  readonly noneText: string;
  /** `{from}`, `{to}`, `{total}`. */
  readonly page: string;
  /** `{name}`. */
  readonly select: string;
  /** `{name}`. */
  readonly actions: string;
  /** The column's title, for screen readers. */
  readonly actionsTitle: string;
  readonly open: string;
  readonly copyId: string;
  readonly idCopied: string;
}

/** Texts for actions on several users. */
export interface BulkTexts {
  readonly setRole: string;
  readonly signOut: string;
  readonly ban: string;
  readonly remove: string;
  readonly export: string;
  readonly setRoleTitle: PluralText;
  readonly signOutTitle: PluralText;
  readonly banTitle: PluralText;
  readonly removeTitle: PluralText;
  readonly removeText: string;
  /** Why selected users aren't included. `{names}`: their names. */
  readonly leftOut: { readonly self: string; readonly outranked: string; readonly banned: string };
  /** `{count}`: the number to type. */
  readonly typeCount: string;
  /** `{done}`, `{count}`. */
  readonly progress: PluralText;
  readonly allDone: PluralText;
  /** `{done}`, `{count}`, `{failed}`. */
  readonly someFailed: string;
  readonly dismiss: string;
}

/** Texts for a user's page. */
export interface UserTexts {
  readonly back: string;
  readonly identity: string;
  readonly facts: string;
  readonly security: string;
  readonly danger: string;
  readonly username: string;
  readonly id: string;
  readonly created: string;
  readonly lastActive: string;
  readonly signInMethods: string;
  readonly none: string;
  readonly access: string;
  /** `{reason}`. */
  readonly bannedFor: string;
  /** `{reason}`, `{date}`. */
  readonly bannedUntil: string;
  readonly verified: string;
  readonly isYou: string;
  /** The admin has fewer permissions than this user. */
  readonly outranked: string;
  readonly more: string;
  readonly yes: string;
  readonly no: string;
}
