/** The plugin's tables. */

import { defineTable, type Table, type TableExtension, widen } from "@latchkey/core/database";
import { type AccountRow, accountTable, type SessionRow, sessionTable } from "@latchkey/core/plugin";
import type { NameId } from "./saml/assertion.ts";

/**
 * How users of a domain sign in. With `off`, their email doesn't lead to an identity provider. With `optional`, it
 * does, but they can also use other sign-in methods. With `required`, they can't.
 */
export type SsoEnforcement = "off" | "optional" | "required";

/** The values of {@link SsoEnforcement}. */
export const enforcements: readonly SsoEnforcement[] = ["off", "optional", "required"];

/** An email domain that an organization has verified, or wants to verify. */
export interface SsoDomainRow {
  readonly id: string;
  readonly organizationId: string;
  /** In lowercase, and in its `xn--` form if it's internationalized. */
  readonly domain: string;
  /** The domain, or `null` until the organization has verified it. Only one organization can have it. */
  readonly verified: string | null;
  /** The value that the TXT record must contain. It isn't secret. */
  readonly token: string;
  readonly verifiedAt: Date | null;
  /** When the TXT record of a verified domain was last looked up. */
  readonly lastCheckedAt: Date | null;
  /** When the TXT record of a verified domain was first missing. `null` if the last lookup found it. */
  readonly failingSince: Date | null;
  readonly enforcement: SsoEnforcement;
  /** The provider that users must sign in with, if `enforcement` is `required`. */
  readonly providerId: string | null;
  readonly createdAt: Date;
}

/** The `ssoDomain` table. */
export const ssoDomainTable: Table<SsoDomainRow> = defineTable<SsoDomainRow>({
  name: "ssoDomain",
  columns: {
    organizationId: { type: "string", references: { table: "organization", column: "id" } },
    domain: { type: "string", index: true },
    verified: { type: "string", nullable: true, unique: true },
    token: { type: "string" },
    verifiedAt: { type: "date", nullable: true },
    lastCheckedAt: { type: "date", nullable: true, index: true },
    failingSince: { type: "date", nullable: true },
    enforcement: { type: "string", default: "optional" },
    providerId: { type: "string", nullable: true },
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

/** An organization's identity provider. */
export interface SsoProviderRow {
  readonly id: string;
  /** Chosen by the organization. It's part of accounts and of the callback path, so it's never reused. */
  readonly providerId: string;
  /** `null` if the organization was deleted. The row is kept, so that no one else can use the id. */
  readonly organizationId: string | null;
  /** Id of the user who registered it. */
  readonly userId: string | null;
  readonly name: string;
  readonly issuer: string;
  /** The domains whose users it signs in, separated by commas. */
  readonly domain: string;
  /** The client ID, the client secret, and further settings, encrypted. `null` if it was deleted. */
  readonly oidcConfig: string | null;
  /** The URL, the certificates, and the keys of a SAML provider, encrypted. `null` if it isn't one, or was deleted. */
  readonly samlConfig: string | null;
  /** When the last of a SAML provider's certificates expires. After that, no one can sign in with it. */
  readonly certificatesExpireAt: Date | null;
  /** How many notices about the expiration were sent. */
  readonly certificateNotices: number;
  /** URL that a SAML provider's metadata is read from every day. `null` if it's updated manually. */
  readonly metadataURL: string | null;
  /** When the metadata was last read. */
  readonly metadataCheckedAt: Date | null;
  /** Why the metadata was last rejected. `null` if it wasn't. */
  readonly metadataProblem: string | null;
  readonly roleMapping: readonly RoleMapping[] | null;
  /** The role of members that no rule applies to. `null` means `member`. */
  readonly defaultRole: string | null;
  /** Whether each sign-in updates the role of existing members. `null` means the `syncRoles` option. */
  readonly syncRoles: boolean | null;
  readonly enabled: boolean;
  /** Changes whenever the provider changes, which ends sign-ins in progress. */
  readonly revision: number;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** The `ssoProvider` table. */
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
    certificatesExpireAt: { type: "date", nullable: true, index: true },
    certificateNotices: { type: "number", default: 0 },
    metadataURL: { type: "text", nullable: true },
    metadataCheckedAt: { type: "date", nullable: true, index: true },
    metadataProblem: { type: "string", nullable: true },
    roleMapping: { type: "json", nullable: true },
    defaultRole: { type: "string", nullable: true },
    syncRoles: { type: "boolean", nullable: true },
    enabled: { type: "boolean", default: true },
    revision: { type: "number", default: 0 },
    lastUsedAt: { type: "date", nullable: true },
    createdAt: { type: "date" },
    deletedAt: { type: "date", nullable: true },
  },
});

/** The result of testing a provider. */
export interface SsoTestRow {
  readonly id: string;
  /** The id of the provider's row. */
  readonly providerId: string;
  /** The provider's revision at that time. After a change, the test is no longer valid. */
  readonly revision: number;
  /** `success`, or the error that a sign-in would have ended with. */
  readonly outcome: string;
  readonly email: string | null;
  /** The provider's claims, without those that aren't worth showing. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The role that a new member would get. `null` if no one was identified. */
  readonly role: string | null;
  readonly createdAt: Date;
}

/** The `ssoTest` table. */
export const ssoTestTable: Table<SsoTestRow> = defineTable<SsoTestRow>({
  name: "ssoTest",
  columns: {
    providerId: { type: "string", references: { table: "ssoProvider", column: "id" } },
    revision: { type: "number" },
    outcome: { type: "string" },
    email: { type: "string", nullable: true },
    claims: { type: "json" },
    role: { type: "string", nullable: true },
    createdAt: { type: "date", index: true },
  },
});

/** A SAML provider's identifiers for the user and the session. */
export interface SsoSubject {
  readonly nameId: NameId;
  readonly sessionIndex: string | null;
  /** When the assertion was issued, in milliseconds since 1970, according to the provider's clock. */
  readonly issuedAt: number;
}

/** The provider that a session was started with, and the session there. */
export interface SsoSessionColumns {
  /** The id of the provider's row. */
  readonly ssoProviderId: string | null;
  /** A hash of the provider, the name ID, and the session index, to find the sessions that the provider logs out. */
  readonly ssoIndex: string | null;
  readonly ssoSubject: SsoSubject | null;
}

/** The issuer that an account was linked with. */
export interface SsoAccountColumns {
  readonly issuer: string | null;
}

/** A session with the plugin's columns. */
export type SsoSessionRow = SessionRow & SsoSessionColumns;

/** The `session` table, with the plugin's columns. */
export const ssoSessionTable: Table<SsoSessionRow> = widen(sessionTable);

/** The `account` table, with the plugin's column. */
export const ssoAccountTable: Table<AccountRow & SsoAccountColumns> = widen(accountTable);

/** The columns that the plugin adds to core's tables. */
export const ssoExtensions: readonly TableExtension[] = [
  {
    extends: "session",
    columns: {
      ssoProviderId: { type: "string", nullable: true, index: true, returned: false },
      ssoIndex: { type: "string", nullable: true, index: true, returned: false },
      ssoSubject: { type: "json", nullable: true, returned: false },
    },
  },
  // The issuer that an account was linked with. The same subject at a different issuer is a different person.
  { extends: "account", columns: { issuer: { type: "text", nullable: true, returned: false } } },
];
