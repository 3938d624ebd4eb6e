/** Grants that clients have in one of the user's organizations. They end with the user's membership. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  findService,
  type MemberRef,
  type OrganizationRef,
  recordSystemAudit,
  type TableHook,
} from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { type OAuthGrantRow, oauthConsentTable, oauthGrantTable } from "../tables.ts";

/** A user's membership with its organization. */
export interface Membership {
  readonly organization: OrganizationRef;
  readonly role: string;
}

/** Returns a user's membership, or `null` if they aren't a member or are suspended. One query. */
export async function findMembership(
  context: AuthContext,
  organizationId: string,
  userId: string,
): Promise<Membership | null> {
  const access = findService(context, "organizationAccess");
  if (!access) return null;
  const found = await context.db.findOne(access.members, {
    where: { organizationId, userId, suspendedAt: null },
    join: { organization: { table: access.table, on: { id: "organizationId" } } },
  });
  return found?.organization ? { organization: found.organization, role: found.role } : null;
}

/**
 * Returns the membership that a grant depends on. `null` if it's not for an organization, `"ended"` if the user has
 * left.
 */
export async function membershipOf(
  context: AuthContext,
  { organizationId, userId }: Pick<OAuthGrantRow, "organizationId" | "userId">,
): Promise<Membership | null | "ended"> {
  if (!organizationId) return null;
  return (await findMembership(context, organizationId, userId)) ?? "ended";
}

/** Returns the claims about a grant's organization. */
export function organizationClaims(membership: Membership | null): Readonly<Record<string, string>> {
  if (!membership) return {};
  const { organization, role } = membership;
  return { org_id: organization.id, org_slug: organization.slug, org_role: role };
}

/**
 * Inserts a grant. If it's for an organization, the same query locks the membership, so that no grant remains if the
 * user leaves at the same time.
 * @throws {AuthError} `invalid_grant` if the user has left
 */
export async function insertGrant(tx: Transaction, context: AuthContext, grant: OAuthGrantRow): Promise<void> {
  const { organizationId, userId } = grant;
  if (!organizationId) return tx.insert(oauthGrantTable, grant);
  const members = findService(context, "organizationAccess")?.members;
  const exists = members && { table: members, where: { organizationId, userId, suspendedAt: null } };
  if (!exists || !(await tx.insertIf(oauthGrantTable, grant, { exists }))) refuse("invalid_grant");
}

/** Ends the grants of users who leave an organization or are suspended, in the same transaction. */
export function membershipEndHooks(getContext: () => AuthContext): readonly TableHook[] {
  return [
    {
      table: "member",
      operation: "delete",
      // Runs after the row is gone, so that no grant can be added in between.
      async inTransaction({ rows }, tx) {
        for (const row of rows) await endMembership(tx, getContext(), row as object as MemberRef, "member-removed");
      },
    },
    {
      table: "member",
      operation: "update",
      async inTransaction({ rows, set }, tx) {
        if (!set?.suspendedAt) return;
        for (const row of rows) await endMembership(tx, getContext(), row as object as MemberRef, "member-suspended");
      },
    },
  ];
}

async function endMembership(
  tx: Transaction,
  context: AuthContext,
  { organizationId, userId }: MemberRef,
  reason: "member-removed" | "member-suspended",
): Promise<void> {
  await tx.remove(oauthConsentTable, { where: { userId, referenceId: organizationId } });
  const ended = await tx.remove(oauthGrantTable, { where: { userId, organizationId } });
  if (ended === 0) return;
  const data = { ended, reason };
  await recordSystemAudit(tx, context, { action: "oauth-grant.revoke", userId, organizationId, data });
}
