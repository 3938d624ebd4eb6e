/** Members of the organization who are not in a team yet, found by name or address. */

import type { MemberUser, Team } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { SearchField } from "../../primitives/search-field.tsx";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { PersonRow } from "./person-row.tsx";
import { TeamPart } from "./team-part.tsx";

export interface AddPeopleProps {
  readonly team: Team;
  /** Those who are in it, as far as that is known. */
  readonly userIds: readonly string[];
  onAdd(user: MemberUser): Promise<void>;
}

/** How many are shown. */
const limit = 5;

/** How many ids fit into a filter: others who are in the team are found too, and shown as being in it. */
const mostLeftOut = 40;

export function AddPeople({ team, userIds, onAdd }: AddPeopleProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { teams: own } = useOrganizationUi().texts;
  const selfId = client.useSession().data?.user.id;
  const [search, setSearch] = useState("");
  const { organizationId } = team;
  const leftOut = userIds.slice(0, mostLeftOut).join(",");
  const { data, error } = useLoaded(
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
    <TeamPart title={own.addTitle} team={team.name}>
      <SearchField label={fill(own.search, { team: team.name })} value={search} onSearch={setSearch} />
      {error ? <Alert tone="error">{errorText(texts, error)}</Alert> : null}
      {data?.members.length === 0 ? <p className="lk-part-text">{own.nobodyFound}</p> : null}
      <ul className="lk-list">
        {data?.members.map(({ user }) => (
          <PersonRow
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
    </TeamPart>
  );
}
