/** The plugin's tables. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { Json } from "./schema/attributes.ts";

/** What happens to a member whom the directory deactivates or deletes. */
export type Deprovisioning = "suspend" | "remove";

/** A directory that manages an organization's members. */
export interface ScimConnectionRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly enabled: boolean;
  /** The role of members who aren't in a mapped group. */
  readonly defaultRole: string;
  readonly deprovision: Deprovisioning;
  readonly lastRequestAt: Date | null;
  readonly createdBy: string | null;
  /** The setup link that created it. The link can replace its token until the directory uses the token. */
  readonly setupLinkId: string | null;
  readonly createdAt: Date;
}

/** A connection's token. */
export interface ScimTokenRow {
  readonly id: string;
  readonly connectionId: string;
  /** SHA-256 of the token. */
  readonly token: string;
  /** The token's first characters, which help admins recognize it. */
  readonly start: string;
  readonly readOnly: boolean;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** A replaced token works until then. `null` if it wasn't replaced. */
  readonly graceUntil: Date | null;
  readonly createdAt: Date;
}

/** A user in a directory. */
export interface ScimUserRow {
  readonly id: string;
  readonly connectionId: string;
  /** The app's user. `null` until an invited person joins. */
  readonly userId: string | null;
  readonly userName: string;
  /** Lowercase. */
  readonly userNameKey: string;
  readonly externalId: string | null;
  /** Lowercase. */
  readonly email: string;
  readonly active: boolean;
  /** Whether the organization controlled the account at the last change because it owns the email's domain. */
  readonly managed: boolean;
  readonly attributes: Json;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A directory user's email. Stored separately so that filters can find users by email. */
export interface ScimUserEmailRow {
  readonly id: string;
  readonly connectionId: string;
  readonly scimUserId: string;
  /** Lowercase. At most 255 characters. */
  readonly emailKey: string;
}

/** A group in a directory. */
export interface ScimGroupRow {
  readonly id: string;
  readonly connectionId: string;
  readonly displayName: string;
  /** Lowercase. */
  readonly displayNameKey: string;
  readonly externalId: string | null;
  /** The role that its members get. */
  readonly role: string | null;
  /** The team that its members are added to. */
  readonly teamId: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A user in a group. */
export interface ScimGroupMemberRow {
  readonly id: string;
  readonly groupId: string;
  readonly scimUserId: string;
}

/** A directory's request that changed something or failed. */
export interface ScimEventRow {
  readonly id: string;
  readonly connectionId: string;
  /** Method and path, such as `PATCH /Users/abc`. */
  readonly operation: string;
  /** Status of the response. */
  readonly status: number;
  /** Why it failed. */
  readonly detail: string | null;
  readonly at: Date;
}

const toConnection = { table: "scimConnection", column: "id" } as const;

/** The `scimConnection` table. */
export const connectionTable: Table<ScimConnectionRow> = defineTable<ScimConnectionRow>({
  name: "scimConnection",
  columns: {
    organizationId: { type: "string", index: true, references: { table: "organization", column: "id" } },
    name: { type: "string" },
    enabled: { type: "boolean", default: true },
    defaultRole: { type: "string" },
    deprovision: { type: "string" },
    lastRequestAt: { type: "date", nullable: true },
    createdBy: { type: "string", nullable: true, references: { table: "user", column: "id", onDelete: "set null" } },
    setupLinkId: { type: "string", nullable: true },
    createdAt: { type: "date" },
  },
});

/** The `scimToken` table. */
export const tokenTable: Table<ScimTokenRow> = defineTable<ScimTokenRow>({
  name: "scimToken",
  columns: {
    connectionId: { type: "string", index: true, references: toConnection },
    token: { type: "string", unique: true, returned: false },
    start: { type: "string" },
    readOnly: { type: "boolean", default: false },
    expiresAt: { type: "date", nullable: true },
    lastUsedAt: { type: "date", nullable: true },
    graceUntil: { type: "date", nullable: true },
    createdAt: { type: "date" },
  },
});

/** The `scimUser` table. */
export const scimUserTable: Table<ScimUserRow> = defineTable<ScimUserRow>({
  name: "scimUser",
  columns: {
    connectionId: { type: "string", references: toConnection },
    userId: { type: "string", nullable: true, references: { table: "user", column: "id", onDelete: "set null" } },
    userName: { type: "string" },
    userNameKey: { type: "string" },
    externalId: { type: "string", nullable: true },
    email: { type: "string", index: true },
    active: { type: "boolean", default: true },
    managed: { type: "boolean", default: false },
    attributes: { type: "json" },
    revision: { type: "number", default: 1 },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
  uniques: [
    ["connectionId", "userNameKey"],
    ["connectionId", "externalId"],
    ["connectionId", "userId"],
  ],
  indexes: [["connectionId", "createdAt", "id"], ["userId"]],
});

/** The `scimUserEmail` table. */
export const scimUserEmailTable: Table<ScimUserEmailRow> = defineTable<ScimUserEmailRow>({
  name: "scimUserEmail",
  columns: {
    connectionId: { type: "string" },
    scimUserId: { type: "string", references: { table: "scimUser", column: "id" } },
    emailKey: { type: "string" },
  },
  uniques: [["scimUserId", "emailKey"]],
  indexes: [["connectionId", "emailKey"]],
});

/** The `scimGroup` table. */
export const scimGroupTable: Table<ScimGroupRow> = defineTable<ScimGroupRow>({
  name: "scimGroup",
  columns: {
    connectionId: { type: "string", references: toConnection },
    displayName: { type: "string" },
    displayNameKey: { type: "string" },
    externalId: { type: "string", nullable: true },
    role: { type: "string", nullable: true },
    // This isn't a foreign key, because the team table exists only if teams are on. A hook clears the column instead.
    teamId: { type: "string", nullable: true, index: true },
    revision: { type: "number", default: 1 },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
  uniques: [
    ["connectionId", "displayNameKey"],
    ["connectionId", "externalId"],
  ],
  indexes: [["connectionId", "createdAt", "id"]],
});

/** The `scimGroupMember` table. */
export const scimGroupMemberTable: Table<ScimGroupMemberRow> = defineTable<ScimGroupMemberRow>({
  name: "scimGroupMember",
  columns: {
    groupId: { type: "string", references: { table: "scimGroup", column: "id" } },
    scimUserId: { type: "string", index: true, references: { table: "scimUser", column: "id" } },
  },
  uniques: [["groupId", "scimUserId"]],
});

/** The `scimEvent` table. */
export const scimEventTable: Table<ScimEventRow> = defineTable<ScimEventRow>({
  name: "scimEvent",
  columns: {
    connectionId: { type: "string", references: toConnection },
    operation: { type: "string" },
    status: { type: "number" },
    detail: { type: "text", nullable: true },
    at: { type: "date", index: true },
  },
  indexes: [["connectionId", "at", "id"]],
});
