/** The plugin's tables, and the columns that it adds to `session`. */

import type { AdditionalFields } from "@latchkey/core";
import { defineTable, type Table, type TableExtension } from "@latchkey/core/database";
import { fieldColumns } from "@latchkey/core/plugin";

/** A row of `organization`. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  /** Unique. Lowercase, unless it was imported from another library. */
  readonly slug: string;
  /** The lowercase form of an imported slug that has capital letters. `null` for all others. */
  readonly lowerSlug: string | null;
  readonly logo: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
  /** Incremented when custom roles change, to invalidate anything derived from an older epoch. */
  readonly epoch: number;
}

/** A row of `member`: the membership of a user in an organization. */
export interface MemberRow {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** One role, or several separated by commas. */
  readonly role: string;
  /** The main team. All teams are in `teamMember`. */
  readonly teamId: string | null;
  readonly createdAt: Date;
  /** When a directory suspended the member. A suspended member has no access to the organization. */
  readonly suspendedAt: Date | null;
}

/** The status of an invitation. An expired invitation stays `pending`. */
export type InvitationStatus = "pending" | "accepted" | "rejected" | "canceled";

/** A row of `invitation`. */
export interface InvitationRow {
  readonly id: string;
  readonly organizationId: string;
  /** Lowercase. */
  readonly email: string;
  /** One role, or several separated by commas. */
  readonly role: string | null;
  readonly status: InvitationStatus;
  /** Team ids, separated by commas. */
  readonly teamId: string | null;
  readonly inviterId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /**
   * The secrets of the invitation's links are bound to this number. Incrementing it invalidates links that were already
   * sent.
   */
  readonly revision: number;
}

/** A row of `team`. */
export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

/** A row of `teamMember`: the membership of a user in a team. */
export interface TeamMemberRow {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly createdAt: Date | null;
}

/** A row of `organizationRole`: a custom role of an organization. */
export interface OrganizationRoleRow {
  readonly id: string;
  readonly organizationId: string;
  readonly role: string;
  readonly permission: Readonly<Record<string, readonly string[]>>;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

const toUser = { table: "user", column: "id" } as const;
const toOrganization = { table: "organization", column: "id" } as const;

/** The `organization` table. A database constraint keeps the slug unique. */
export const organizationTable: Table<OrganizationRow> = defineTable<OrganizationRow>({
  name: "organization",
  columns: {
    name: { type: "string" },
    slug: { type: "string", unique: true },
    lowerSlug: { type: "string", nullable: true, unique: true, returned: false },
    logo: { type: "text", nullable: true },
    metadata: { type: "json", nullable: true },
    createdAt: { type: "date" },
    epoch: { type: "number", default: 0, returned: false },
  },
  // Used to list all organizations for site admins, newest first.
  indexes: [["createdAt", "id"]],
});

/** The `member` table. A database constraint allows one membership per user and organization. */
export const memberTable: Table<MemberRow> = defineTable<MemberRow>({
  name: "member",
  columns: {
    organizationId: { type: "string", references: toOrganization },
    userId: { type: "string", references: toUser },
    role: { type: "string" },
    // No reference, because the column also exists if teams are off.
    teamId: { type: "string", nullable: true },
    createdAt: { type: "date" },
    suspendedAt: { type: "date", nullable: true },
  },
  uniques: [["organizationId", "userId"]],
  // Used to read pages in order. Includes the id as the tiebreaker.
  indexes: [["organizationId", "createdAt", "id"]],
});

/** Selects members who aren't suspended. Every check of a membership needs it. */
export const notSuspended: { readonly suspendedAt: null } = { suspendedAt: null };

/** The `invitation` table. */
export const invitationTable: Table<InvitationRow> = defineTable<InvitationRow>({
  name: "invitation",
  columns: {
    organizationId: { type: "string", references: toOrganization },
    email: { type: "string", index: true },
    role: { type: "string", nullable: true },
    status: { type: "string", default: "pending" },
    teamId: { type: "text", nullable: true },
    inviterId: { type: "string", references: toUser },
    expiresAt: { type: "date" },
    createdAt: { type: "date" },
    revision: { type: "number", default: 0, returned: false },
  },
  indexes: [["organizationId", "createdAt", "id"]],
});

/** The `team` table. */
export const teamTable: Table<TeamRow> = defineTable<TeamRow>({
  name: "team",
  columns: {
    name: { type: "string" },
    organizationId: { type: "string", references: toOrganization },
    createdAt: { type: "date" },
    updatedAt: { type: "date", nullable: true },
  },
});

/** The `teamMember` table. */
export const teamMemberTable: Table<TeamMemberRow> = defineTable<TeamMemberRow>({
  name: "teamMember",
  columns: {
    teamId: { type: "string", references: { table: "team", column: "id" } },
    userId: { type: "string", references: toUser },
    createdAt: { type: "date", nullable: true },
  },
  uniques: [["teamId", "userId"]],
});

/** The `organizationRole` table. */
export const organizationRoleTable: Table<OrganizationRoleRow> = defineTable<OrganizationRoleRow>({
  name: "organizationRole",
  columns: {
    organizationId: { type: "string", references: toOrganization },
    role: { type: "string" },
    permission: { type: "json" },
    createdAt: { type: "date" },
    updatedAt: { type: "date", nullable: true },
  },
  uniques: [["organizationId", "role"]],
});

/** The settings that decide which tables and columns exist. */
export interface TableSettings {
  readonly teamsEnabled: boolean;
  readonly dynamicRoles: boolean;
  /** The app's custom fields, by table. */
  readonly fields: Readonly<Record<string, AdditionalFields>>;
}

/**
 * Returns the tables for these settings. If an organization or team is deleted, its sessions' columns are set to null.
 */
export function organizationTables({
  teamsEnabled,
  dynamicRoles,
  fields,
}: TableSettings): readonly (Table<never> | Table | TableExtension)[] {
  const active = { type: "string", nullable: true } as const;
  return [
    organizationTable,
    memberTable,
    invitationTable,
    ...(teamsEnabled ? [teamTable, teamMemberTable] : []),
    ...(dynamicRoles ? [organizationRoleTable] : []),
    {
      extends: "session",
      columns: {
        activeOrganizationId: { ...active, references: { ...toOrganization, onDelete: "set null" } },
        ...(teamsEnabled
          ? { activeTeamId: { ...active, references: { table: "team", column: "id", onDelete: "set null" } } }
          : {}),
      },
    },
    ...Object.entries(fields).map(([table, own]) => fieldColumns(table, own)),
  ];
}
