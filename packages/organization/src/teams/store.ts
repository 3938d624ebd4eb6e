/** Teams, and who is in them. What is counted or must stay true is done under a lock on the organization. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import type { RequestContext } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { memberTable, type TeamMemberRow, type TeamRow, teamMemberTable, teamTable } from "../tables.ts";

/** Most teams of an organization that are read at a time. */
export const mostTeams = 1000;

/** The row of a new team. */
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

/** A team of this organization. */
export function findTeam(db: Adapter, organizationId: string, id: string): Promise<TeamRow | null> {
  return db.findOne(teamTable, { where: { id, organizationId } });
}

/** An organization's teams, oldest first. */
export function teamsOf(db: Adapter, organizationId: string): Promise<TeamRow[]> {
  return db.findMany(teamTable, { where: { organizationId }, orderBy: [{ column: "createdAt" }], limit: mostTeams });
}

/** Puts a user into a team. @throws {UniqueViolation} they are in it */
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
 * Puts a user into teams of an organization whose lock is held.
 * @param limits most members, by team
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
  if (found < ids.length) refuse("TEAM_NOT_FOUND");
  for (const [teamId, limit] of limits) await checkRoom(tx, teamId, limit);
  const createdAt = context.now();
  await tx.insertMany(
    teamMemberTable,
    ids.map((teamId) => ({ id: randomId(context.random), teamId, userId, createdAt })),
  );
}

/** @throws {AuthError} `TEAM_MEMBER_LIMIT_REACHED` */
export async function checkRoom(tx: Adapter, teamId: string, limit: number): Promise<void> {
  if (!Number.isFinite(limit)) return;
  if ((await tx.count(teamMemberTable, { where: { teamId } })) >= limit) refuse("TEAM_MEMBER_LIMIT_REACHED");
}

/** Takes somebody out of all teams of an organization. Two statements for every thousand teams. */
export async function leaveTeams(tx: Adapter, organizationId: string, userId: string): Promise<void> {
  let last = "";
  for (;;) {
    const where = { organizationId, id: { gt: last } };
    const teams = await tx.findMany(teamTable, {
      where,
      columns: ["id"],
      orderBy: [{ column: "id" }],
      limit: mostTeams,
    });
    if (teams.length > 0) {
      await tx.remove(teamMemberTable, { where: { userId, teamId: { in: teams.map(({ id }) => id) } } });
    }
    if (teams.length < mostTeams) return;
    last = teams.at(-1)?.id ?? "";
  }
}

/** The main team of a member follows the teams they are in. */
export async function setMainTeam(
  tx: Adapter,
  where: { readonly organizationId: string; readonly userId: string; readonly teamId: string | null },
  teamId: string | null,
): Promise<void> {
  await tx.update(memberTable, { where, set: { teamId } });
}
