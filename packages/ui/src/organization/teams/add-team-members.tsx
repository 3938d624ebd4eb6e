/** Searches organization members who aren't in a team yet, by name or email. */

import type { MemberUser, Team } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { SearchField } from "../../primitives/search-field.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { TeamMemberRow } from "./team-member-row.tsx";
import { TeamSection } from "./team-section.tsx";

export interface AddTeamMembersProps {
  readonly team: Team;
  /** Ids of the known members of the team. */
  readonly userIds: readonly string[];
  onAdd(user: MemberUser): Promise<void>;
}

/** Maximum number of results to show. */
const limit = 5;

/** Maximum number of ids in the filter. Other team members can be among the results, and are shown as members. */
const maxExcluded = 40;

export function AddTeamMembers({ team, userIds, onAdd }: AddTeamMembersProps): ReactElement {
  const client = useOrganizationClient();
  const { teams: own } = useOrganizationUi().texts;
  const selfId = client.useSession().data?.user.id;
  const [search, setSearch] = useState("");
  const { organizationId } = team;
  const leftOut = userIds.slice(0, maxExcluded).join(",");
  const { data, error } = useQuery(
    `${team.id}\n${leftOut}\n${search}`,
    () =>
      client.organization.listMembers({
        query: {
          organizationId,
          limit,
          sortBy: "name",
          ...(search === "" ? {} : { search }),
          ...(leftOut === "" ? {} : { filterField: "userId", filterOperator: "not_in" as const, filterValue: leftOut }),
        },
      }),
    (before, after) => before.split("\n")[0] === after.split("\n")[0],
  );
  return (
    <TeamSection title={own.addTitle} team={team.name}>
      <SearchField label={fill(own.search, { team: team.name })} value={search} onSearch={setSearch} />
      <ErrorAlert error={error} />
      {data?.members.length === 0 ? <p className="lk-part-text">{own.nobodyFound}</p> : null}
      <ul className="lk-list">
        {data?.members.map(({ user }) => (
          <TeamMemberRow
            key={user.id}
            user={user}
            isSelf={user.id === selfId}
            note={userIds.includes(user.id) ? own.isIn : undefined}
            action={userIds.includes(user.id) ? null : own.add}
            actionLabel={fill(own.addLabel, { name: user.name, team: team.name })}
            onAction={() => onAdd(user)}
          />
        ))}
      </ul>
    </TeamSection>
  );
}
