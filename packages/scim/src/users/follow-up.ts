/**
 * Gives users their groups' roles and teams after they join, come back, or verify their email. This runs after the
 * transaction, because the app's limits for teams can't be read in it.
 */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  createMessage,
  getService,
  incrementUserEpoch,
  type OutboxHandler,
  recordSystemAudit,
  StaleUserError,
  storeMessage,
  type TableHook,
  type TeamAuditEntry,
  type TeamPlan,
  userTable,
} from "@latchkey/core/plugin";
import { roleOnJoin } from "../groups/roles.ts";
import { planTeam, syncTeam, teamsOf } from "../groups/teams.ts";
import { lockAccounts, lockOrganization } from "../locks.ts";
import { connectionTable, type ScimConnectionRow, type ScimUserRow, scimUserTable } from "../tables.ts";

/** The outbox message kind. */
export const followUpKind = "scim-user";

/** Maximum directory users to update per message. */
const maxUsers = 100;

/** Schedules the follow-up in the change's transaction. */
export function scheduleFollowUp(tx: Transaction, context: AuthContext, scimUserId: string): Promise<void> {
  return storeMessage(tx, context, createMessage(context, followUpKind, { scimUserId }));
}

/** Schedules the follow-up if one of the user's groups is mapped to a team. Sends one or two queries. */
export async function scheduleTeams(tx: Transaction, context: AuthContext, scimUserId: string): Promise<void> {
  if ((await teamsOf(tx, scimUserId)).length > 0) await scheduleFollowUp(tx, context, scimUserId);
}

/**
 * Schedules the follow-up for directory users who verify their email. Until then, their groups give them no roles or
 * teams.
 */
export function createVerifiedHook(getContext: () => AuthContext): TableHook {
  return {
    table: "user",
    operation: "update",
    async inTransaction({ rows, set = {} }, tx) {
      const userIds = rows.filter(({ emailVerified }) => emailVerified !== true).map(({ id }) => id);
      if (set.emailVerified !== true || userIds.length === 0) return;
      const where = { userId: { in: userIds }, active: true };
      for (const { id } of await tx.findMany(scimUserTable, { where, columns: ["id"], limit: maxUsers }))
        await scheduleFollowUp(tx, getContext(), id);
    },
  };
}

/** Handles the message. Messages can be delivered more than once. */
export const followUp: OutboxHandler = async (payload, context) => {
  const { scimUserId } = payload as { readonly scimUserId: string };
  const row = await context.db.findOne(scimUserTable, { where: { id: scimUserId } });
  const connection = row && (await context.db.findOne(connectionTable, { where: { id: row.connectionId } }));
  if (!row || !connection?.enabled) return;
  const plans: { readonly teamId: string; readonly plan: TeamPlan | null }[] = [];
  for (const teamId of await teamsOf(context.db, scimUserId)) {
    plans.push({ teamId, plan: await planTeam(context, connection, teamId) });
  }
  await context.db.transaction(async (tx) => {
    await lockAccounts(tx, [row.userId]);
    await lockOrganization(tx, context, connection);
    const current = await tx.lock(scimUserTable, scimUserId);
    if (!current?.active || current.userId === null) return;
    // The outbox tries again later.
    if (current.userId !== row.userId) throw new StaleUserError();
    await updateRole(tx, context, connection, current);
    for (const { teamId, plan } of plans) {
      // A full team must not keep a member from joining the others.
      const sync = { teamId, plan };
      const record = (db: Transaction, entry: TeamAuditEntry) => recordSystemAudit(db, context, entry);
      await syncTeam(tx, context, connection, [scimUserId], { ...sync, record });
    }
  });
};

/** Gives a member their groups' role if they don't have it yet. */
async function updateRole(
  tx: Transaction,
  context: AuthContext,
  connection: ScimConnectionRow,
  { id, userId }: ScimUserRow,
): Promise<void> {
  const { provisioning, members } = getService(context, "organizationAccess");
  // The organization is locked, so no one else can change the member's role in the meantime.
  const user = userId === null ? null : await tx.lock(userTable, userId);
  if (!user) return;
  const where = { organizationId: connection.organizationId, userId: user.id };
  const member = await tx.findOne(members, { where });
  const role = member && (await roleOnJoin(tx, context, connection, id, member));
  if (!member || !role) return;
  await provisioning.assignOnJoin(tx, context, member, { role, data: { scimConnectionId: connection.id } });
  await incrementUserEpoch(tx, user.id);
}
