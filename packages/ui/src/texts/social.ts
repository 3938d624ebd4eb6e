/** Signing in by providers, and the accounts that are linked. */

/** Signing in by providers, and the accounts that are linked. */
export interface SocialTexts {
  readonly linkedAccounts: {
    readonly title: string;
    readonly subtitle: string;
    /** `{date}`. */
    readonly since: string;
    /** Names by the id of the provider. Default: the id itself. */
    readonly providers: Readonly<Record<string, string>>;
  };
}

/** In English. */
export const social: SocialTexts = {
  linkedAccounts: {
    title: "Ways to sign in",
    subtitle: "Any of these leads to your account.",
    since: "Since {date}",
    providers: { credential: "Email and password", github: "GitHub", linkedin: "LinkedIn", gitlab: "GitLab" },
  },
};
