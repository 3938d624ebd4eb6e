/** Decides what happens when a directory user joins the organization some other way. */

import type { Transaction } from "@latchkey/core/database";
import { type AuthContext, findUser, getService, type MemberRef, type TableHook } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { roleOnJoin } from "../groups/roles.ts";
import { connectionTable, type ScimConnectionRow, type ScimUserRow, scimUserTable } from "../tables.ts";
import { scheduleTeams } from "./follow-up.ts";

/** Maximum directory users per new member. */
const maxUsers = 100;

/**
 * Prevents users that a directory has deactivated from rejoining, such as through an identity provider or an invitation.
 * Links other users who join, so that the directory can end their membership, and assigns them the roles and teams of
 * their groups once their email is verified.
 */
export function createJoinHook(getContext: () => AuthContext): TableHook {
  return {
    table: "member",
    operation: "create",
    async inTransaction({ rows }, tx) {
      for (const row of rows) await admit(tx, getContext(), row as object as MemberRef);
    },
  };
}

/** A directory user with their connection. */
interface KnownUser extends ScimUserRow {
  readonly connection: ScimConnectionRow;
}

/** @throws {AuthError} `SCIM_MEMBER_INACTIVE` */
async function admit(tx: Transaction, context: AuthContext, member: MemberRef): Promise<void> {
  const user = await findUser(tx, member.userId);
  if (!user) return;
  const found = await findKnown(tx, member, user.email);
  const working = found.filter(({ connection }) => connection.enabled);
  // A user who moved to a different directory is active in only one of them.
  if (working.length > 0 && working.every(({ active }) => !active)) failWith("SCIM_MEMBER_INACTIVE");
  const linked = await link(tx, found, member.userId, user.email);
  const enabled = linked.filter(({ active, connection }) => active && connection.enabled);
  const [first] = enabled;
  if (first) await assignRole(tx, context, first, member);
  for (const { id } of enabled) await scheduleTeams(tx, context, id);
}

async function findKnown(
  tx: Transaction,
  { organizationId, userId }: MemberRef,
  email: string,
): Promise<readonly KnownUser[]> {
  const connection = { table: connectionTable, on: { id: "connectionId" }, required: true, where: { organizationId } };
  const known = await tx.findMany(scimUserTable, {
    where: [{ email }, { userId }],
    join: { connection },
    orderBy: [{ column: "id" }],
    limit: maxUsers,
  });
  const found: KnownUser[] = [];
  for (const { id, connection } of known) {
    // Lock the row, because the directory could be deactivating the user at the same time.
    const row = await tx.lock(scimUserTable, id);
    if (row && connection) found.push({ ...row, connection });
  }
  return found;
}

/** Links the user, and returns the directory users that represent them now. */
async function link(
  tx: Transaction,
  found: readonly KnownUser[],
  userId: string,
  email: string,
): Promise<readonly KnownUser[]> {
  const linked = found.filter((one) => one.userId === userId);
  for (const one of found) {
    // A user can be linked only once per directory.
    const isTaken = linked.some(({ connectionId }) => connectionId === one.connectionId);
    if (one.userId !== null || one.email !== email || isTaken) continue;
    linked.push({ ...one, userId });
    await tx.update(scimUserTable, { where: { id: one.id, userId: null }, set: { userId } });
  }
  return linked;
}

async function assignRole(
  tx: Transaction,
  context: AuthContext,
  { id, connection }: KnownUser,
  member: MemberRef,
): Promise<void> {
  const to = await roleOnJoin(tx, context, connection, id, member);
  if (to === null) return;
  const { provisioning } = getService(context, "organizationAccess");
  await provisioning.assignOnJoin(tx, context, member, { role: to, data: { scimConnectionId: connection.id } });
}
