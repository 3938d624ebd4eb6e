/** Who is in a team: to look at, to remove, to add. */

import type { MemberUser, Team } from "@latchkey/organization";
import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { AddPeople } from "./add-people.tsx";
import { PersonRow } from "./person-row.tsx";
import { TeamPart } from "./team-part.tsx";
import type { May } from "./use-may.ts";
import { useTeamPeople } from "./use-team-people.ts";

export interface TeamPanelProps {
  readonly team: Team;
  /** The person is in it. */
  readonly isOwn: boolean;
  readonly isActive: boolean;
  readonly may: May;
  onChanged(): Promise<void>;
}

type Outcome = { readonly error: ClientError | null };

export function TeamPanel({ team, isOwn, isActive, may, onChanged }: TeamPanelProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { teams: own } = useOrganizationUi().texts;
  const selfId = client.useSession().data?.user.id;
  const { data, error, reload, showMore } = useTeamPeople(team, isOwn);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState({ number: 0, text: "" });
  // Of a team that the person is not in, they know whom they added themselves.
  const [added, setAdded] = useState<readonly string[]>([]);
  const which = { teamId: team.id, organizationId: team.organizationId };
  const after = async ({ error: refused }: Outcome, userId: string, text: string): Promise<void> => {
    setProblem(refused ? errorText(texts, refused) : null);
    if (refused) return;
    // Whether the people of this team are shown goes by one's own teams.
    await (userId === selfId ? onChanged() : reload());
    setDone((before) => ({ number: before.number + 1, text }));
  };
  const add = async (user: MemberUser): Promise<void> => {
    const result = await client.organization.addTeamMember({ ...which, userId: user.id });
    if (!result.error) setAdded([...added, user.id]);
    await after(result, user.id, fill(own.added, { name: user.name, team: team.name }));
  };
  const takeOut = async (userId: string, name: string): Promise<void> => {
    const result = await client.organization.removeTeamMember({ ...which, userId });
    // A session goes on naming the team that it was in.
    if (!result.error && userId === selfId && isActive) await client.organization.setActiveTeam({ teamId: null });
    setAdded(added.filter((id) => id !== userId));
    await after(result, userId, fill(own.takenOut, { name, team: team.name }));
  };
  const shown = problem ?? (isOwn && error ? errorText(texts, error) : null);
  return (
    <>
      {shown ? <Alert tone="error">{shown}</Alert> : null}
      {done.number > 0 ? (
        <Alert key={done.number} tone="success" takesFocus>
          {done.text}
        </Alert>
      ) : null}
      <TeamPart title={own.members} team={team.name}>
        {isOwn ? null : <p className="lk-part-text">{own.hiddenMembers}</p>}
        {isOwn && !data && !error ? <p className="lk-part-text">{texts.loading}…</p> : null}
        {data?.people.length === 0 ? <p className="lk-part-text">{own.noMembers}</p> : null}
        {isOwn && data ? (
          <ul className="lk-list">
            {data.people.map(({ userId, user }) => (
              <PersonRow
                key={userId}
                user={user}
                isSelf={userId === selfId}
                action={may("member:delete") ? own.takeOut : null}
                actionLabel={fill(own.takeOutLabel, { name: user?.name ?? own.unknownPerson, team: team.name })}
                onAction={() => takeOut(userId, user?.name ?? own.unknownPerson)}
              />
            ))}
          </ul>
        ) : null}
        {showMore ? (
          <Button look="quiet" onClick={showMore}>
            {own.more}
          </Button>
        ) : null}
      </TeamPart>
      {may("member:update") && (data || !isOwn) ? (
        <AddPeople team={team} userIds={isOwn && data ? data.userIds : added} onAdd={add} />
      ) : null}
    </>
  );
}
