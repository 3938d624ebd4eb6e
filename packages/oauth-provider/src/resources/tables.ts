/** The tables for APIs that the app adds at runtime, and for the clients that can get tokens for them. RFC 8707. */

import { defineTable, type Table } from "@latchkey/core/database";

/** An API that access tokens can be issued for, in addition to those in the `resources` option. */
export interface OAuthResourceRow {
  readonly id: string;
  /** The absolute URL that clients use to identify it. */
  readonly identifier: string;
  readonly name: string;
  /** In seconds. `null` means 600. */
  readonly accessTokenTtl: number | null;
  /** In seconds. `null` means the app's default. */
  readonly refreshTokenTtl: number | null;
  /** `null` means the app's default. */
  readonly signingAlgorithm: string | null;
  /** The scopes that tokens for it can have. `null` means all. */
  readonly allowedScopes: readonly string[] | null;
  /** Additional claims for its access tokens. */
  readonly customClaims: Readonly<Record<string, unknown>> | null;
  /** Whether its access tokens must be bound to a key. RFC 9449. */
  readonly dpopBoundAccessTokensRequired: boolean;
  /** Whether no new tokens are issued for it. */
  readonly disabled: boolean;
  /** Incremented with each change. */
  readonly policyVersion: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The `oauthResource` table. */
export const oauthResourceTable: Table<OAuthResourceRow> = defineTable<OAuthResourceRow>({
  name: "oauthResource",
  columns: {
    identifier: { type: "string", unique: true },
    name: { type: "string" },
    accessTokenTtl: { type: "number", nullable: true },
    refreshTokenTtl: { type: "number", nullable: true },
    signingAlgorithm: { type: "string", nullable: true },
    allowedScopes: { type: "json", nullable: true },
    customClaims: { type: "json", nullable: true },
    dpopBoundAccessTokensRequired: { type: "boolean", default: false },
    disabled: { type: "boolean", default: false },
    policyVersion: { type: "number", default: 1 },
    metadata: { type: "json", nullable: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
});

/** A client that can get tokens for a resource. */
export interface OAuthClientResourceRow {
  readonly id: string;
  readonly clientId: string;
  /** The resource's `identifier`. */
  readonly resourceId: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
}

/** The `oauthClientResource` table. */
export const oauthClientResourceTable: Table<OAuthClientResourceRow> = defineTable<OAuthClientResourceRow>({
  name: "oauthClientResource",
  columns: {
    clientId: { type: "string", references: { table: "oauthClient", column: "clientId" }, index: true },
    resourceId: { type: "string", references: { table: "oauthResource", column: "identifier" }, index: true },
    metadata: { type: "json", nullable: true },
    createdAt: { type: "date" },
  },
  uniques: [["clientId", "resourceId"]],
});
