/** Loads the members of a team with their names. */

import type { MemberUser, Team } from "@latchkey/organization";
import { useState } from "react";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { useOrganizationClient } from "../client.ts";

/** The members of a team that are shown. */
export interface TeamMembers {
  /** `user` is `null` if the user is no longer in the organization. */
  readonly members: readonly { readonly userId: string; readonly user: MemberUser | null }[];
  /** Ids of all members. */
  readonly userIds: readonly string[];
}

/** Number of members to show at first and to add each time. Their ids fit into one filter. */
const pageSize = 25;

/**
 * Only loads if the user is in the team, because others can't see its members.
 * @returns `showMore` is `null` if all members are shown
 */
export function useTeamMembers(
  { id: teamId, organizationId }: Team,
  isOwn: boolean,
): QueryState<TeamMembers> & { readonly showMore: (() => void) | null } {
  const { organization } = useOrganizationClient();
  const [most, setMost] = useState(pageSize);
  const namesOf = async (userIds: readonly string[]) =>
    organization.listMembers({
      query: {
        organizationId,
        filterField: "userId",
        filterOperator: "in",
        filterValue: userIds.join(","),
        limit: pageSize,
      },
    });
  const loaded = useQuery<TeamMembers>(
    isOwn ? `${teamId} ${most}` : null,
    async () => {
      const list = await organization.listTeamMembers({ query: { teamId, organizationId } });
      if (list.error) return list;
      const userIds = list.data.map(({ userId }) => userId);
      const shown = userIds.slice(0, most);
      const pages = await Promise.all(chunk(shown).map(namesOf));
      const failed = pages.find(({ error }) => error);
      if (failed?.error) return failed;
      const users = new Map(pages.flatMap(({ data }) => data?.members ?? []).map(({ user }) => [user.id, user]));
      return {
        data: { members: shown.map((userId) => ({ userId, user: users.get(userId) ?? null })), userIds },
        error: null,
      };
    },
    (before, after) => before.split(" ")[0] === after.split(" ")[0],
  );
  const all = loaded.data?.userIds.length ?? 0;
  return { ...loaded, showMore: all > most ? () => setMost(most + pageSize) : null };
}

function chunk(ids: readonly string[]): readonly (readonly string[])[] {
  return ids.length === 0 ? [] : [ids.slice(0, pageSize), ...chunk(ids.slice(pageSize))];
}
