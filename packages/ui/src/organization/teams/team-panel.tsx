/** The panel for viewing, adding, and removing team members. */

import type { MemberUser, Team } from "@latchkey/organization";
import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import type { HasPermission } from "../use-permissions.ts";
import { AddTeamMembers } from "./add-team-members.tsx";
import { TeamMemberRow } from "./team-member-row.tsx";
import { TeamSection } from "./team-section.tsx";
import { useTeamMembers } from "./use-team-members.ts";

export interface TeamPanelProps {
  readonly team: Team;
  /** Whether the user is in the team. */
  readonly isOwn: boolean;
  readonly isActive: boolean;
  readonly hasPermission: HasPermission;
  onChanged(): Promise<void>;
}

type Outcome = { readonly error: ClientError | null };

export function TeamPanel({ team, isOwn, isActive, hasPermission, onChanged }: TeamPanelProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { teams: own } = useOrganizationUi().texts;
  const selfId = client.useSession().data?.user.id;
  const { data, error, reload, showMore } = useTeamMembers(team, isOwn);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState({ number: 0, text: "" });
  // Users can't see the members of a team they aren't in, except those they just added.
  const [added, setAdded] = useState<readonly string[]>([]);
  const which = { teamId: team.id, organizationId: team.organizationId };
  const after = async ({ error: refused }: Outcome, userId: string, text: string): Promise<void> => {
    setProblem(refused ? errorText(texts, refused) : null);
    if (refused) return;
    // Changing their own membership changes whether the user can see the team's members.
    await (userId === selfId ? onChanged() : reload());
    setDone((before) => ({ number: before.number + 1, text }));
  };
  const add = async (user: MemberUser): Promise<void> => {
    const result = await client.organization.addTeamMember({ ...which, userId: user.id });
    if (!result.error) setAdded([...added, user.id]);
    await after(result, user.id, fill(own.added, { name: user.name, team: team.name }));
  };
  const removeMember = async (userId: string, name: string): Promise<void> => {
    const result = await client.organization.removeTeamMember({ ...which, userId });
    // The session would keep the team as active otherwise.
    if (!result.error && userId === selfId && isActive) await client.organization.setActiveTeam({ teamId: null });
    setAdded(added.filter((id) => id !== userId));
    await after(result, userId, fill(own.takenOut, { name, team: team.name }));
  };
  const shown = problem ?? (isOwn ? error : null);
  return (
    <>
      <ErrorAlert error={shown} />
      {done.number > 0 ? (
        <Alert key={done.number} tone="success" focusOnMount>
          {done.text}
        </Alert>
      ) : null}
      <TeamSection title={own.members} team={team.name}>
        {isOwn ? null : <p className="lk-part-text">{own.hiddenMembers}</p>}
        {isOwn && !data && !error ? <p className="lk-part-text">{texts.loading}…</p> : null}
        {data?.members.length === 0 ? <p className="lk-part-text">{own.noMembers}</p> : null}
        {isOwn && data ? (
          <ul className="lk-list">
            {data.members.map(({ userId, user }) => (
              <TeamMemberRow
                key={userId}
                user={user}
                isSelf={userId === selfId}
                action={hasPermission("member:delete") ? own.takeOut : null}
                actionLabel={fill(own.takeOutLabel, { name: user?.name ?? own.unknownPerson, team: team.name })}
                onAction={() => removeMember(userId, user?.name ?? own.unknownPerson)}
              />
            ))}
          </ul>
        ) : null}
        {showMore ? (
          <Button variant="secondary" onClick={showMore}>
            {own.more}
          </Button>
        ) : null}
      </TeamSection>
      {hasPermission("member:update") && (data || !isOwn) ? (
        <AddTeamMembers team={team} userIds={isOwn && data ? data.userIds : added} onAdd={add} />
      ) : null}
    </>
  );
}
