/** Finds invitations. */

import type { Adapter } from "@latchkey/core/database";
import { type RequestContext, type UserRow, userTable } from "@latchkey/core/plugin";
import {
  type InvitationRow,
  invitationTable,
  type MemberRow,
  memberTable,
  notSuspended,
  type OrganizationRow,
  organizationTable,
} from "../tables.ts";

/**
 * Finds an organization's invitations with any status, newest first.
 * @param onlyForUser limits the result to invitations that this user sent, or that were sent to their verified email
 */
export function findInvitations(
  db: Adapter,
  organizationId: string,
  limit: number,
  onlyForUser: Pick<UserRow, "id" | "email" | "emailVerified"> | null,
): Promise<InvitationRow[]> {
  const sent = onlyForUser && { organizationId, inviterId: onlyForUser.id };
  const received = onlyForUser?.emailVerified ? [{ organizationId, email: onlyForUser.email }] : [];
  return db.findMany(invitationTable, {
    where: sent ? [sent, ...received] : { organizationId },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit,
  });
}

/** An invitation with the rows that responses depend on. */
export interface LoadedInvitation {
  readonly invitation: InvitationRow;
  readonly organization: OrganizationRow;
  /** The inviter's current membership. `null` if they're no longer a member, or suspended. */
  readonly inviter: MemberRow | null;
  readonly inviterUser: Pick<UserRow, "id" | "name" | "email">;
}

/** Finds an invitation with its organization and inviter in one query. */
export async function findInvitation(db: Adapter, id: string): Promise<LoadedInvitation | null> {
  const row = await db.findOne(invitationTable, {
    where: { id },
    join: {
      organization: { table: organizationTable, on: { id: "organizationId" }, required: true },
      inviter: {
        table: memberTable,
        on: { organizationId: "organizationId", userId: "inviterId" },
        where: notSuspended,
      },
      inviterUser: { table: userTable, on: { id: "inviterId" }, required: true, columns: ["id", "name", "email"] },
    },
  });
  if (!row) return null;
  const { organization, inviter, inviterUser, ...invitation } = row;
  return { invitation, organization, inviter, inviterUser };
}

/** Whether an invitation is pending and hasn't expired. */
export function isPending({ now }: RequestContext, { status, expiresAt }: InvitationRow): boolean {
  return status === "pending" && expiresAt.getTime() > now().getTime();
}
