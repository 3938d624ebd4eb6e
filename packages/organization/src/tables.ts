/** The plugin's tables, and its columns of the session. */

import { defineTable, type Table, type TableExtension } from "@latchkey/core/database";
import { fieldColumns } from "@latchkey/core/plugin";
import type { OrganizationSettings } from "./options.ts";

/** A row of `organization`. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  /** Unique. Lower case, unless it was moved here from another library. */
  readonly slug: string;
  /** The lower case form of a moved slug that has capital letters; `null` for all others. */
  readonly lowerSlug: string | null;
  readonly logo: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
  /** Goes up when roles made at run time change: what was worked out of an older epoch is dead. */
  readonly epoch: number;
}

/** A row of `member`: a person in an organization, once. */
export interface MemberRow {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** One role, or several separated by commas. */
  readonly role: string;
  /** The main team; all teams are in `teamMember`. */
  readonly teamId: string | null;
  readonly createdAt: Date;
}

/** What became of an invitation. One whose time is over stays `pending`. */
export type InvitationStatus = "pending" | "accepted" | "rejected" | "canceled";

/** A row of `invitation`. */
export interface InvitationRow {
  readonly id: string;
  readonly organizationId: string;
  /** Lower case. */
  readonly email: string;
  /** One role, or several separated by commas. */
  readonly role: string | null;
  readonly status: InvitationStatus;
  /** Ids of teams, separated by commas. */
  readonly teamId: string | null;
  readonly inviterId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** The secrets of the invitation's links are bound to it: raise it, and links that were already sent stop working. */
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

/** A row of `teamMember`: a person in a team, once. */
export interface TeamMemberRow {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly createdAt: Date | null;
}

/** A row of `organizationRole`: a role that an organization made for itself. */
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

/** The table `organization`. The slug is unique by a constraint of the database. */
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
});

/** The table `member`. A person is in an organization once, by a constraint of the database. */
export const memberTable: Table<MemberRow> = defineTable<MemberRow>({
  name: "member",
  columns: {
    organizationId: { type: "string", references: toOrganization },
    userId: { type: "string", references: toUser },
    role: { type: "string" },
    // No reference: the column is there without teams, too.
    teamId: { type: "string", nullable: true },
    createdAt: { type: "date" },
  },
  uniques: [["organizationId", "userId"]],
  // With the id, which settles ties: pages are read off it.
  indexes: [["organizationId", "createdAt", "id"]],
});

/** The table `invitation`. */
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

/** The table `team`. */
export const teamTable: Table<TeamRow> = defineTable<TeamRow>({
  name: "team",
  columns: {
    name: { type: "string" },
    organizationId: { type: "string", references: toOrganization },
    createdAt: { type: "date" },
    updatedAt: { type: "date", nullable: true },
  },
});

/** The table `teamMember`. */
export const teamMemberTable: Table<TeamMemberRow> = defineTable<TeamMemberRow>({
  name: "teamMember",
  columns: {
    teamId: { type: "string", references: { table: "team", column: "id" } },
    userId: { type: "string", references: toUser },
    createdAt: { type: "date", nullable: true },
  },
  uniques: [["teamId", "userId"]],
});

/** The table `organizationRole`. */
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

/** All tables that these settings ask for. Sessions forget an organization or a team that is gone. */
export function organizationTables(settings: OrganizationSettings): readonly (Table<never> | Table | TableExtension)[] {
  const { teams, dynamicRoles, fields } = settings;
  const active = { type: "string", nullable: true } as const;
  return [
    organizationTable,
    memberTable,
    invitationTable,
    ...(teams ? [teamTable, teamMemberTable] : []),
    ...(dynamicRoles ? [organizationRoleTable] : []),
    {
      extends: "session",
      columns: {
        activeOrganizationId: { ...active, references: { ...toOrganization, onDelete: "set null" } },
        ...(teams
          ? { activeTeamId: { ...active, references: { table: "team", column: "id", onDelete: "set null" } } }
          : {}),
      },
    },
    ...Object.entries(fields).map(([table, own]) => fieldColumns(table, own)),
  ];
}
