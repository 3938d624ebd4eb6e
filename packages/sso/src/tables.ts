/** The plugin's tables. */

import { defineTable, type Table, type TableExtension } from "@latchkey/core/database";

/** An email domain that an organization has proven, or wants to. */
export interface SsoDomainRow {
  readonly id: string;
  readonly organizationId: string;
  /** In lowercase, and in its `xn--` form if it's internationalized. */
  readonly domain: string;
  /** The domain once the organization has proven it, and `null` otherwise. Only one organization can have it. */
  readonly verified: string | null;
  /** What the TXT record must contain. It's public there. */
  readonly token: string;
  readonly verifiedAt: Date | null;
  /** When the TXT record of a proven domain was last looked for. */
  readonly lastCheckedAt: Date | null;
  /** Since when the TXT record of a proven domain has been missing. `null` if it was found the last time. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

/** The table `ssoDomain`. */
export const ssoDomainTable: Table<SsoDomainRow> = defineTable<SsoDomainRow>({
  name: "ssoDomain",
  columns: {
    organizationId: { type: "string", references: { table: "organization", column: "id" } },
    domain: { type: "string" },
    verified: { type: "string", nullable: true, unique: true },
    token: { type: "string" },
    verifiedAt: { type: "date", nullable: true },
    lastCheckedAt: { type: "date", nullable: true, index: true },
    failingSince: { type: "date", nullable: true },
    createdAt: { type: "date" },
  },
  uniques: [["organizationId", "domain"]],
});

/** A rule that gives members a role. */
export interface RoleMapping {
  /** A claim of the ID token or the userinfo response, such as `groups`. */
  readonly claim: string;
  /** The claim's value, or one of its values if it's a list. */
  readonly equals: string;
  /** One role, or several separated by commas. */
  readonly role: string;
}

/** An identity provider of an organization. */
export interface SsoProviderRow {
  readonly id: string;
  /** Chosen by the organization. It names accounts and the callback path, and is never given again. */
  readonly providerId: string;
  /** `null` if the organization was deleted. The row stays, so that no one else can have the id. */
  readonly organizationId: string | null;
  /** Who registered it. */
  readonly userId: string | null;
  readonly name: string;
  readonly issuer: string;
  /** The domains whose users it signs in, separated by commas. */
  readonly domain: string;
  /** The client id, the client secret, and further settings, encrypted. `null` if it was deleted. */
  readonly oidcConfig: string | null;
  /** The URL, the certificates, and the keys of a SAML provider, encrypted. `null` if it isn't one, or was deleted. */
  readonly samlConfig: string | null;
  /** When the last of a SAML provider's certificates expires. Then no one can sign in with it any longer. */
  readonly certificatesExpireAt: Date | null;
  readonly roleMapping: readonly RoleMapping[] | null;
  readonly enabled: boolean;
  /** Changes with every change of the provider, which ends the sign-ins that are in progress. */
  readonly revision: number;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** The table `ssoProvider`. */
export const ssoProviderTable: Table<SsoProviderRow> = defineTable<SsoProviderRow>({
  name: "ssoProvider",
  columns: {
    providerId: { type: "string", unique: true },
    organizationId: {
      type: "string",
      nullable: true,
      index: true,
      references: { table: "organization", column: "id", onDelete: "set null" },
    },
    userId: { type: "string", nullable: true, references: { table: "user", column: "id", onDelete: "set null" } },
    name: { type: "string" },
    issuer: { type: "text" },
    domain: { type: "text" },
    oidcConfig: { type: "text", nullable: true, returned: false },
    samlConfig: { type: "text", nullable: true, returned: false },
    certificatesExpireAt: { type: "date", nullable: true },
    roleMapping: { type: "json", nullable: true },
    enabled: { type: "boolean", default: true },
    revision: { type: "number", default: 0 },
    lastUsedAt: { type: "date", nullable: true },
    createdAt: { type: "date" },
    deletedAt: { type: "date", nullable: true },
  },
});

/** Which provider a session was started with: the id of its row. */
export interface SsoSessionColumns {
  readonly ssoProviderId: string | null;
}

/** What the plugin adds to core's tables. */
export const ssoExtensions: readonly TableExtension[] = [
  {
    extends: "session",
    columns: { ssoProviderId: { type: "string", nullable: true, index: true, returned: false } },
  },
  // The issuer that an account was linked with. Another one's subjects are other people.
  { extends: "account", columns: { issuer: { type: "text", nullable: true, returned: false } } },
];
