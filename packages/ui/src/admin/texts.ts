/** What the screens of the administration say. */

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
