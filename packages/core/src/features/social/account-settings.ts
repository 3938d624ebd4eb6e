/** Settings for accounts that providers create and link. */

/** Options for `account` with defaults filled in. */
export interface AccountSettings {
  readonly encryptTokens: boolean;
  readonly linking: LinkingSettings;
}

/** Options for `account.accountLinking` with defaults filled in. */
export interface LinkingSettings {
  readonly enabled: boolean;
  /** `null` trusts all providers. */
  readonly trustedProviders: readonly string[] | null;
  readonly allowDifferentEmails: boolean;
  readonly allowUnverifiedEmails: boolean;
  readonly allowUnlinkingAll: boolean;
  readonly updateUserInfo: boolean;
}
