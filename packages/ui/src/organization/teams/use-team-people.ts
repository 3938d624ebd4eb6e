/** Who is in a team, with their names. */

import type { MemberUser, Team } from "@latchkey/organization";
import { useState } from "react";
import { type Loaded, useLoaded } from "../../primitives/use-loaded.ts";
import { useOrganizationClient } from "../client.ts";

/** The people of a team, as far as they are shown. */
export interface TeamPeople {
  /** `user` is `null` where the organization has nobody of this id any more. */
  readonly people: readonly { readonly userId: string; readonly user: MemberUser | null }[];
  /** Of everybody in it. */
  readonly userIds: readonly string[];
}

/** How many are shown at first, and how many more at a time. Their ids fit into one filter. */
const step = 25;

/**
 * Those who are in a team see who else is: nobody else asks.
 * @returns `showMore`: `null` where all are shown
 */
export function useTeamPeople(
  { id: teamId, organizationId }: Team,
  isOwn: boolean,
): Loaded<TeamPeople> & { readonly showMore: (() => void) | null } {
  const { organization } = useOrganizationClient();
  const [most, setMost] = useState(step);
  const namesOf = async (userIds: readonly string[]) =>
    organization.listMembers({
      query: {
        organizationId,
        filterField: "userId",
        filterOperator: "in",
        filterValue: userIds.join(","),
        limit: step,
      },
    });
  const loaded = useLoaded<TeamPeople>(
    isOwn ? `${teamId} ${most}` : null,
    async () => {
      const list = await organization.listTeamMembers({ query: { teamId, organizationId } });
      if (list.error) return list;
      const userIds = list.data.map(({ userId }) => userId);
      const shown = userIds.slice(0, most);
      const pages = await Promise.all(inSteps(shown).map(namesOf));
      const failed = pages.find(({ error }) => error);
      if (failed?.error) return failed;
      const users = new Map(pages.flatMap(({ data }) => data?.members ?? []).map(({ user }) => [user.id, user]));
      return {
        data: { people: shown.map((userId) => ({ userId, user: users.get(userId) ?? null })), userIds },
        error: null,
      };
    },
    (before, after) => before.split(" ")[0] === after.split(" ")[0],
  );
  const all = loaded.data?.userIds.length ?? 0;
  return { ...loaded, showMore: all > most ? () => setMost(most + step) : null };
}

function inSteps(ids: readonly string[]): readonly (readonly string[])[] {
  return ids.length === 0 ? [] : [ids.slice(0, step), ...inSteps(ids.slice(step))];
}
