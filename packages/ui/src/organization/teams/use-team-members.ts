/** Loads the members of a team. */

import type { MemberUser, Team } from "@latchkey/organization";
import { useState } from "react";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { useOrganizationClient } from "../client.ts";

/** Members of a team. */
export interface TeamMembers {
  /** The first `count` members. `user` is `null` if the user is no longer in the organization. */
  readonly members: readonly { readonly userId: string; readonly user: MemberUser | null }[];
  readonly total: number;
}

/** Whose members the user sees: `all` teams if the user can change members, or else only their `own` teams. */
export type TeamAccess = "all" | "own" | "none";

/**
 * Loads the first members of a team.
 * @param count how many members to load
 * @param access `none` loads nothing
 */
export function useTeamMembers(team: Team, access: TeamAccess, count: number): QueryState<TeamMembers> {
  const { organization } = useOrganizationClient();
  const { id: teamId, organizationId } = team;
  const listAll = async () => {
    const result = await organization.listMembers({ query: { organizationId, teamId, limit: count } });
    if (result.error) return result;
    const members = result.data.members.map(({ userId, user }) => ({ userId, user }));
    return { data: { members, total: result.data.total }, error: null };
  };
  const listOwn = async () => {
    const list = await organization.listTeamMembers({ query: { teamId, organizationId } });
    if (list.error) return list;
    const shown = list.data.slice(0, count).map(({ userId }) => userId);
    const named = await organization.listMembers({
      query: {
        organizationId,
        filterField: "userId",
        filterOperator: "in",
        // A list, because a comma-separated text with all ids would become too long.
        filterValue: shown,
        limit: count,
      },
    });
    if (named.error) return named;
    const users = new Map(named.data.members.map(({ userId, user }) => [userId, user]));
    const members = shown.map((userId) => ({ userId, user: users.get(userId) ?? null }));
    return { data: { members, total: list.data.length }, error: null };
  };
  return useQuery<TeamMembers>(
    access === "own" ? ["/organization/list-team-members", listMembersPath] : listMembersPath,
    access === "none" ? null : `${teamId} ${access} ${count}`,
    access === "all" ? listAll : listOwn,
    (before, after) => before.split(" ")[0] === after.split(" ")[0],
  );
}

const listMembersPath = "/organization/list-members";

/** The number of members to show, and a function to show more. */
export function useShownCount(pageSize: number): readonly [number, () => void] {
  const [count, setCount] = useState(pageSize);
  return [count, () => setCount(count + pageSize)];
}
