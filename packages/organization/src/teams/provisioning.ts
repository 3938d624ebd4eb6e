/** Adds members to teams, and removes them, on behalf of directories. */

import { randomId } from "@latchkey/core/crypto";
import { type Adapter, ForeignKeyViolation, type Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  findUser,
  incrementUserEpoch,
  presentUser,
  StaleUserError,
  type TeamChange,
  type TeamPlan,
  type TeamProvisioning,
} from "@latchkey/core/plugin";
import { clearActiveTeam } from "../active.ts";
import { findOwner } from "../members/owners.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable, type TeamRow, teamMemberTable } from "../tables.ts";
import { findTeam } from "./store.ts";

/** Users per query. */
const batchSize = 500;

/** Creates the part of the `organizationAccess` service that changes teams. */
export function createTeamProvisioning(settings: OrganizationSettings): TeamProvisioning {
  return {
    prepare: (context, organizationId, teamId, actorId) => prepare(context, settings, organizationId, teamId, actorId),
    exists: async (tx, organizationId, teamId) => (await findTeam(tx, organizationId, teamId)) !== null,
    join,
    leave,
  };
}

async function prepare(
  context: AuthContext,
  settings: OrganizationSettings,
  organizationId: string,
  teamId: string,
  actorId: string | null,
): Promise<TeamPlan | null> {
  const { db } = context;
  const organization = await db.findOne(organizationTable, { where: { id: organizationId } });
  const userId = actorId ?? (await findOwner(db, settings, organizationId));
  const user = userId === null ? null : await findUser(db, userId);
  // Don't call the app's limit function for another organization's team.
  if (!organization || !user || !(await findTeam(db, organizationId, teamId))) return null;
  const limit = await settings.teamMemberLimit({ user: presentUser(context, user), organization, teamId });
  return { organizationId, teamId, limit };
}

async function join(
  tx: Transaction,
  context: AuthContext,
  { limit, ...team }: TeamPlan,
  { refuseFull, ...change }: TeamChange & { readonly refuseFull?: (() => never) | undefined },
): Promise<void> {
  const row = await lockTeam(tx, team);
  if (!row) return;
  const { organizationId, teamId } = team;
  const joining: string[] = [];
  for (const userIds of batches(change.userIds)) {
    const where = { organizationId, userId: { in: userIds } };
    const members = await tx.findMany(memberTable, { where, columns: ["id", "userId"], limit: userIds.length });
    const known = new Set(await findMembersAmong(tx, teamId, userIds));
    joining.push(...members.map(({ userId }) => userId).filter((userId) => !known.has(userId)));
  }
  const added = await takeWithinLimit(tx, teamId, joining, limit, refuseFull);
  for (const userIds of batches(added)) await addToTeam(tx, context, team, userIds);
  await record(tx, "team.member.create", row, { ...change, userIds: added });
}

async function leave(
  tx: Transaction,
  team: Omit<TeamPlan, "limit">,
  { userIds, ...change }: TeamChange,
): Promise<void> {
  const { organizationId, teamId } = team;
  const leaving: string[] = [];
  for (const part of batches([...userIds].sort())) leaving.push(...(await findMembersAmong(tx, teamId, part)));
  // Lock users before organizations, and in a fixed order.
  for (const userId of leaving.sort()) await incrementUserEpoch(tx, userId);
  const row = await lockTeam(tx, team);
  if (!row) return;
  for (const part of batches(leaving)) {
    await tx.remove(teamMemberTable, { where: { teamId, userId: { in: part } } });
    await tx.update(memberTable, { where: { organizationId, teamId, userId: { in: part } }, set: { teamId: null } });
    await clearActiveTeam(tx, teamId, part);
  }
  await record(tx, "team.member.delete", row, { ...change, userIds: leaving });
}

/** Teams change only under the organization's lock. Returns `null` if the team is gone. */
async function lockTeam(tx: Transaction, { organizationId, teamId }: Omit<TeamPlan, "limit">): Promise<TeamRow | null> {
  return (await tx.lock(organizationTable, organizationId)) ? findTeam(tx, organizationId, teamId) : null;
}

/** Returns which of these users are in the team. One query. */
async function findMembersAmong(tx: Adapter, teamId: string, userIds: readonly string[]): Promise<readonly string[]> {
  const where = { teamId, userId: { in: userIds } };
  const rows = await tx.findMany(teamMemberTable, { where, columns: ["id", "userId"], limit: userIds.length });
  return rows.map(({ userId }) => userId);
}

/** Returns the users for whom there's room. @throws the error of `refuseFull` if there isn't room for everyone */
async function takeWithinLimit(
  tx: Adapter,
  teamId: string,
  userIds: readonly string[],
  limit: number,
  refuseFull: (() => never) | undefined,
): Promise<readonly string[]> {
  if (userIds.length === 0 || !Number.isFinite(limit)) return userIds;
  const room = Math.max(0, limit - (await tx.count(teamMemberTable, { where: { teamId } })));
  if (room < userIds.length) refuseFull?.();
  return userIds.slice(0, room);
}

/**
 * @throws {StaleUserError} if an account was just deleted. Deleting an account locks only the organizations that it
 * owns
 */
async function addToTeam(
  tx: Adapter,
  context: AuthContext,
  { organizationId, teamId }: Omit<TeamPlan, "limit">,
  userIds: readonly string[],
): Promise<void> {
  const createdAt = context.now();
  const rows = userIds.map((userId) => ({ id: randomId(context.random), teamId, userId, createdAt }));
  try {
    await tx.insertMany(teamMemberTable, rows);
  } catch (error) {
    throw error instanceof ForeignKeyViolation ? new StaleUserError() : error;
  }
  const where = { organizationId, userId: { in: userIds }, teamId: null };
  await tx.update(memberTable, { where, set: { teamId } });
}

async function record(
  tx: Transaction,
  action: string,
  { id: teamId, organizationId, name }: TeamRow,
  { userIds, actorId = null, data = {}, record: write }: TeamChange,
): Promise<void> {
  for (const userId of userIds) {
    await write(tx, { action, actorId, userId, organizationId, data: { ...data, teamId, name } });
  }
}

function batches(all: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(all.length / batchSize);
  return Array.from({ length: count }, (_, at) => all.slice(at * batchSize, (at + 1) * batchSize));
}
