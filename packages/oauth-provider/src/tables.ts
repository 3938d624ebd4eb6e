/** The plugin's tables. Tokens and secrets are stored as SHA-256 digests, base64url. */

import { defineTable, type Table } from "@latchkey/core/database";
import {
  type OAuthClientResourceRow,
  type OAuthResourceRow,
  oauthClientResourceTable,
  oauthResourceTable,
} from "./resources/tables.ts";

/** How a client authenticates at the token endpoint. */
export type ClientAuthMethod = "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";

/** An app that gets tokens from this server. */
export interface OAuthClientRow {
  readonly id: string;
  readonly clientId: string;
  /** Digest of the secret. `null` for clients without one. */
  readonly clientSecret: string | null;
  /** The URL that the client's metadata comes from, if it's also its id. */
  readonly clientDiscoveryId: string | null;
  /** Whether its manager has turned it off. */
  readonly disabled: boolean;
  /** Whether a site admin has turned it off. Its manager can't turn it on again. */
  readonly blocked: boolean;
  /** Whether to skip the consent page, because the client belongs to the app itself. */
  readonly skipConsent: boolean | null;
  /** Whether the client can sign users out. */
  readonly enableEndSession: boolean | null;
  readonly subjectType: string | null;
  /** The scopes that it can request. `null` means all of the app's scopes. */
  readonly scopes: readonly string[] | null;
  /** The scopes that it can get with the client credentials grant. */
  readonly clientCredentialsScopes: readonly string[] | null;
  readonly userId: string | null;
  readonly name: string | null;
  readonly uri: string | null;
  readonly icon: string | null;
  readonly contacts: readonly string[] | null;
  readonly tos: string | null;
  readonly policy: string | null;
  readonly softwareId: string | null;
  readonly softwareVersion: string | null;
  readonly softwareStatement: string | null;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[] | null;
  readonly backchannelLogoutUri: string | null;
  readonly backchannelLogoutSessionRequired: boolean | null;
  readonly tokenEndpointAuthMethod: ClientAuthMethod | null;
  readonly applicationType: string | null;
  /** Public keys as JSON, for `private_key_jwt`. */
  readonly jwks: string | null;
  readonly jwksUri: string | null;
  readonly grantTypes: readonly string[] | null;
  readonly responseTypes: readonly string[] | null;
  /** Whether a confidential client must use PKCE. `null` means true. */
  readonly requirePKCE: boolean | null;
  /** Whether all of the client's tokens must be bound to a key. RFC 9449. */
  readonly dpopBoundAccessTokens: boolean;
  readonly referenceId: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Digest of the secret before the last rotation, which works until `previousSecretUntil`. */
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  /** When the secret stops working. `null` if it doesn't expire. */
  readonly secretExpiresAt: Date | null;
  /** Digest of the token that lets a client that registered itself manage its registration. */
  readonly registrationToken: string | null;
  /** When it last got a token, to within a day. Only for clients that registered themselves. */
  readonly lastUsedAt: Date | null;
  /** When its metadata document must be fetched again. */
  readonly documentExpiresAt: Date | null;
  /** The organization that owns it. The column exists only if organizations can own clients. */
  readonly organizationId?: string | null;
}

const toOrganization = { type: "string", nullable: true, references: { table: "organization", column: "id" } } as const;

/** The `oauthClient` table, with the column for organizations. */
export const oauthClientTable: Table<OAuthClientRow> = defineTable<OAuthClientRow>({
  name: "oauthClient",
  columns: {
    clientId: { type: "string", unique: true },
    clientSecret: { type: "string", nullable: true, returned: false },
    clientDiscoveryId: { type: "string", nullable: true },
    disabled: { type: "boolean", default: false },
    blocked: { type: "boolean", default: false },
    skipConsent: { type: "boolean", nullable: true },
    enableEndSession: { type: "boolean", nullable: true },
    subjectType: { type: "string", nullable: true },
    scopes: { type: "json", nullable: true },
    clientCredentialsScopes: { type: "json", nullable: true },
    userId: { type: "string", nullable: true, references: { table: "user", column: "id" }, index: true },
    name: { type: "text", nullable: true },
    uri: { type: "text", nullable: true },
    icon: { type: "text", nullable: true },
    contacts: { type: "json", nullable: true },
    tos: { type: "text", nullable: true },
    policy: { type: "text", nullable: true },
    softwareId: { type: "string", nullable: true },
    softwareVersion: { type: "string", nullable: true },
    softwareStatement: { type: "text", nullable: true },
    redirectUris: { type: "json" },
    postLogoutRedirectUris: { type: "json", nullable: true },
    backchannelLogoutUri: { type: "text", nullable: true },
    backchannelLogoutSessionRequired: { type: "boolean", nullable: true },
    tokenEndpointAuthMethod: { type: "string", nullable: true },
    applicationType: { type: "string", nullable: true },
    jwks: { type: "text", nullable: true },
    jwksUri: { type: "text", nullable: true },
    grantTypes: { type: "json", nullable: true },
    responseTypes: { type: "json", nullable: true },
    requirePKCE: { type: "boolean", nullable: true },
    dpopBoundAccessTokens: { type: "boolean", default: false },
    referenceId: { type: "string", nullable: true, index: true },
    metadata: { type: "json", nullable: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
    previousSecret: { type: "string", nullable: true, returned: false },
    previousSecretUntil: { type: "date", nullable: true },
    secretExpiresAt: { type: "date", nullable: true },
    registrationToken: { type: "string", nullable: true, unique: true, returned: false },
    lastUsedAt: { type: "date", nullable: true },
    documentExpiresAt: { type: "date", nullable: true },
    organizationId: toOrganization,
  },
});

const toClient = { type: "string", references: { table: "oauthClient", column: "clientId" }, index: true } as const;
const toUser = { type: "string", references: { table: "user", column: "id" }, index: true } as const;

/** The access that one approval gave a client. Deleting the row deletes its tokens. */
export interface OAuthGrantRow {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  /** The session that the grant ends with. `null` if the client keeps its access while the user is signed out. */
  readonly sessionId: string | null;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Names of the claims that the client requested in the `claims` parameter. */
  readonly claims: { readonly userInfo: readonly string[]; readonly idToken: readonly string[] } | null;
  /** When the user proved who they are. */
  readonly authTime: Date;
  readonly acr: string | null;
  readonly amr: readonly string[];
  /** The session's ID as the client knows it, in the `sid` claim. Kept when the session ends. */
  readonly sid: string | null;
  /** Thumbprint of the key that its tokens are bound to. RFC 9449. */
  readonly confirmation: string | null;
  /** The organization that the client acts in. The column exists only if the `organizations` option is set. */
  readonly organizationId?: string | null;
  readonly createdAt: Date;
  /** When the client last used it, to within five minutes. */
  readonly lastUsedAt: Date | null;
  /** When refresh tokens stop working, no matter how often they're replaced. */
  readonly expiresAt: Date;
}

/** The `oauthGrant` table, with the column for organizations. */
export const oauthGrantTable: Table<OAuthGrantRow> = defineTable<OAuthGrantRow>({
  name: "oauthGrant",
  columns: {
    clientId: toClient,
    userId: toUser,
    sessionId: { type: "string", nullable: true, references: { table: "session", column: "id" }, index: true },
    scopes: { type: "json" },
    resources: { type: "json" },
    claims: { type: "json", nullable: true },
    authTime: { type: "date" },
    acr: { type: "string", nullable: true },
    amr: { type: "json" },
    sid: { type: "string", nullable: true },
    confirmation: { type: "string", nullable: true },
    organizationId: toOrganization,
    createdAt: { type: "date" },
    lastUsedAt: { type: "date", nullable: true },
    expiresAt: { type: "date", index: true },
  },
});

/** A refresh token. It's replaced with each use, and kept to detect reuse. */
export interface OAuthRefreshTokenRow {
  readonly id: string;
  readonly token: string;
  readonly clientId: string;
  readonly userId: string;
  readonly grantId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly rotatedAt: Date | null;
  /** The encrypted response that replaced it, for a repeated request. */
  readonly rotationReplayResponse: string | null;
}

/** The `oauthRefreshToken` table. */
export const oauthRefreshTokenTable: Table<OAuthRefreshTokenRow> = defineTable<OAuthRefreshTokenRow>({
  name: "oauthRefreshToken",
  columns: {
    token: { type: "string", unique: true, returned: false },
    clientId: toClient,
    userId: toUser,
    grantId: { type: "string", references: { table: "oauthGrant", column: "id" }, index: true },
    expiresAt: { type: "date", index: true },
    createdAt: { type: "date" },
    rotatedAt: { type: "date", nullable: true },
    rotationReplayResponse: { type: "text", nullable: true, returned: false },
  },
});

/** An access token, either opaque or signed. */
export interface OAuthAccessTokenRow {
  readonly id: string;
  readonly token: string;
  readonly clientId: string;
  /** `null` for client credentials. */
  readonly userId: string | null;
  readonly grantId: string | null;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** Thumbprint of the key that it's bound to. RFC 9449. */
  readonly confirmation: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** The `oauthAccessToken` table. */
export const oauthAccessTokenTable: Table<OAuthAccessTokenRow> = defineTable<OAuthAccessTokenRow>({
  name: "oauthAccessToken",
  columns: {
    token: { type: "string", unique: true, returned: false },
    clientId: toClient,
    userId: { ...toUser, nullable: true },
    grantId: { type: "string", nullable: true, references: { table: "oauthGrant", column: "id" }, index: true },
    scopes: { type: "json" },
    resources: { type: "json" },
    confirmation: { type: "string", nullable: true },
    expiresAt: { type: "date", index: true },
    createdAt: { type: "date" },
  },
});

/** A session in which a client got tokens, if the client must be notified when it ends. */
export interface OAuthSessionRow {
  readonly id: string;
  readonly sessionId: string;
  readonly clientId: string;
  readonly userId: string;
  /** The session's ID as the client knows it. */
  readonly sid: string;
  /** The issuer URL that the client knows. */
  readonly issuer: string;
  readonly createdAt: Date;
}

/** The `oauthSession` table. */
export const oauthSessionTable: Table<OAuthSessionRow> = defineTable<OAuthSessionRow>({
  name: "oauthSession",
  columns: {
    sessionId: { type: "string", references: { table: "session", column: "id" } },
    clientId: toClient,
    userId: toUser,
    sid: { type: "string" },
    issuer: { type: "text" },
    createdAt: { type: "date" },
  },
  uniques: [["sessionId", "clientId"]],
});

/** A user's consent to a client's access. */
export interface OAuthConsentRow {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  /** Id of the organization that the consent is for. Empty if it isn't for one. */
  readonly referenceId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The `oauthConsent` table. */
export const oauthConsentTable: Table<OAuthConsentRow> = defineTable<OAuthConsentRow>({
  name: "oauthConsent",
  columns: {
    clientId: toClient,
    userId: toUser,
    referenceId: { type: "string", default: "" },
    scopes: { type: "json" },
    resources: { type: "json" },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
  uniques: [["clientId", "userId", "referenceId"]],
});

type ProviderTable =
  | Table<OAuthClientRow>
  | Table<OAuthGrantRow>
  | Table<OAuthRefreshTokenRow>
  | Table<OAuthAccessTokenRow>
  | Table<OAuthSessionRow>
  | Table<OAuthConsentRow>
  | Table<OAuthResourceRow>
  | Table<OAuthClientResourceRow>;

/** Returns the plugin's tables. @param hasOrganizations whether clients and grants can belong to organizations */
export function providerTables(hasOrganizations: boolean): readonly ProviderTable[] {
  const others = [
    oauthRefreshTokenTable,
    oauthAccessTokenTable,
    oauthSessionTable,
    oauthConsentTable,
    oauthResourceTable,
    oauthClientResourceTable,
  ];
  if (hasOrganizations) return [oauthClientTable, oauthGrantTable, ...others];
  return [withoutOrganization(oauthClientTable), withoutOrganization(oauthGrantTable), ...others];
}

function withoutOrganization<R extends object>(table: Table<R>): Table<R> {
  const { organizationId: _organization, ...columns } = table.columns;
  return { ...table, columns };
}
