/** Finding invitations. */

import type { Adapter } from "@latchkey/core/database";
import { type RequestContext, type UserRow, userTable } from "@latchkey/core/plugin";
import {
  type InvitationRow,
  invitationTable,
  type MemberRow,
  memberTable,
  type OrganizationRow,
  organizationTable,
} from "../tables.ts";

/**
 * An organization's invitations of all states, newest first.
 * @param own only those that this user sent, or that are addressed to their verified email
 */
export function invitationsOf(
  db: Adapter,
  organizationId: string,
  limit: number,
  own: Pick<UserRow, "id" | "email" | "emailVerified"> | null,
): Promise<InvitationRow[]> {
  const sent = own && { organizationId, inviterId: own.id };
  const received = own?.emailVerified ? [{ organizationId, email: own.email }] : [];
  return db.findMany(invitationTable, {
    where: sent ? [sent, ...received] : { organizationId },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit,
  });
}

/** An invitation with everything that its answer depends on. */
export interface InvitationAtHand {
  readonly invitation: InvitationRow;
  readonly organization: OrganizationRow;
  /** The inviter's membership as it is now; `null`: none any more. */
  readonly inviter: MemberRow | null;
  readonly inviterUser: Pick<UserRow, "id" | "name" | "email">;
}

/** Finds an invitation with organization and inviter, in one statement. */
export async function findInvitation(db: Adapter, id: string): Promise<InvitationAtHand | null> {
  const row = await db.findOne(invitationTable, {
    where: { id },
    join: {
      organization: { table: organizationTable, on: { id: "organizationId" }, required: true },
      inviter: { table: memberTable, on: { organizationId: "organizationId", userId: "inviterId" } },
      inviterUser: { table: userTable, on: { id: "inviterId" }, required: true, columns: ["id", "name", "email"] },
    },
  });
  if (!row) return null;
  const { organization, inviter, inviterUser, ...invitation } = row;
  return { invitation, organization, inviter, inviterUser };
}

/** Whether an invitation is open. */
export function isOpen({ now }: RequestContext, { status, expiresAt }: InvitationRow): boolean {
  return status === "pending" && expiresAt.getTime() > now().getTime();
}
