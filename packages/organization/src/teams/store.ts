/** Reads and writes teams and their members. Limits and invariants need the organization's lock. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import type { RequestContext } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { memberTable, type TeamMemberRow, type TeamRow, teamMemberTable, teamTable } from "../tables.ts";

/** Maximum teams per query. */
export const maxTeams = 1000;

/** Creates the row of a new team. */
export function newTeam(
  context: RequestContext,
  organizationId: string,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
): TeamRow {
  return { ...fields, id: randomId(context.random), name, organizationId, createdAt: context.now(), updatedAt: null };
}

/** Stores a new team. */
export function insertTeam(tx: Adapter, team: TeamRow): Promise<void> {
  return tx.insert(teamTable, team);
}

/** Finds a team of this organization. */
export function findTeam(db: Adapter, organizationId: string, id: string): Promise<TeamRow | null> {
  return db.findOne(teamTable, { where: { id, organizationId } });
}

/** Returns an organization's teams, oldest first. */
export function findTeams(db: Adapter, organizationId: string): Promise<TeamRow[]> {
  return db.findMany(teamTable, { where: { organizationId }, orderBy: [{ column: "createdAt" }], limit: maxTeams });
}

/** Adds a user to a team. @throws {UniqueViolation} if they're already in it */
export async function joinTeam(
  tx: Adapter,
  context: RequestContext,
  teamId: string,
  userId: string,
): Promise<TeamMemberRow> {
  const row: TeamMemberRow = { id: randomId(context.random), teamId, userId, createdAt: context.now() };
  await tx.insert(teamMemberTable, row);
  return row;
}

/**
 * Adds a user to teams of an organization that's already locked.
 * @param limits the maximum number of members of each team
 * @throws {AuthError} `TEAM_NOT_FOUND`, `TEAM_MEMBER_LIMIT_REACHED`
 */
export async function joinTeams(
  tx: Adapter,
  context: RequestContext,
  where: { readonly organizationId: string; readonly userId: string },
  limits: ReadonlyMap<string, number>,
): Promise<void> {
  const { organizationId, userId } = where;
  const ids = [...limits.keys()];
  if (ids.length === 0) return;
  const found = await tx.count(teamTable, { where: { organizationId, id: { in: ids } } });
  if (found < ids.length) failWith("TEAM_NOT_FOUND");
  for (const [teamId, limit] of limits) await checkTeamCapacity(tx, teamId, limit);
  const createdAt = context.now();
  await tx.insertMany(
    teamMemberTable,
    ids.map((teamId) => ({ id: randomId(context.random), teamId, userId, createdAt })),
  );
}

/** @throws {AuthError} `TEAM_MEMBER_LIMIT_REACHED` */
export async function checkTeamCapacity(tx: Adapter, teamId: string, limit: number): Promise<void> {
  if (!Number.isFinite(limit)) return;
  if ((await tx.count(teamMemberTable, { where: { teamId } })) >= limit) failWith("TEAM_MEMBER_LIMIT_REACHED");
}

/** Removes a user from all teams of an organization. Sends two queries per 1000 teams. */
export async function leaveTeams(tx: Adapter, organizationId: string, userId: string): Promise<void> {
  let last = "";
  for (;;) {
    const where = { organizationId, id: { gt: last } };
    const teams = await tx.findMany(teamTable, {
      where,
      columns: ["id"],
      orderBy: [{ column: "id" }],
      limit: maxTeams,
    });
    if (teams.length > 0) {
      await tx.remove(teamMemberTable, { where: { userId, teamId: { in: teams.map(({ id }) => id) } } });
    }
    if (teams.length < maxTeams) return;
    last = teams.at(-1)?.id ?? "";
  }
}

/** Sets a member's main team, which must be one of their teams. */
export async function setMainTeam(
  tx: Adapter,
  where: { readonly organizationId: string; readonly userId: string; readonly teamId: string | null },
  teamId: string | null,
): Promise<void> {
  await tx.update(memberTable, { where, set: { teamId } });
}
