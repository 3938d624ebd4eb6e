/** The page of one team. */

import type { MemberUser, Team } from "@latchkey/organization";
import { type ReactElement, useRef, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Person } from "../../primitives/person.tsx";
import { Section } from "../../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../../primitives/skeleton.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useRowFocus } from "../../primitives/use-row-focus.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCanCall } from "../../provider/use-can-call.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { MemberSearch } from "../members/member-search.tsx";
import { useOrganizationUi } from "../ui.ts";
import { type Membership, readActiveTeamId } from "../use-membership.ts";
import { toAddError } from "./add-error.ts";
import { TeamMenu } from "./team-menu.tsx";
import { type TeamAccess, useShownCount, useTeamMembers } from "./use-team-members.ts";

const addPath = "/organization/add-team-member";
const removePath = "/organization/remove-team-member";

export interface TeamPageProps {
  readonly team: Team;
  readonly membership: Membership;
  readonly access: TeamAccess;
}

/** How many members to show at first, and to add each time. */
const pageSize = 25;

/** Members of the team, and for members with permission a field to add more. */
export function TeamPage({ team, membership, access }: TeamPageProps): ReactElement {
  const { teams: words } = useOrganizationUi().texts;
  const [count, showMore] = useShownCount(pageSize);
  const { data, error, isPending, reload } = useTeamMembers(team, access, count);
  const edits = useTeamEdits(team, reload);
  const { canDo } = membership;
  const userIds = data?.members.map(({ userId }) => userId) ?? [];
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  return (
    <>
      <a className="lk-link lk-back" href="#teams">
        <Icon name="arrow-left" />
        {words.back}
      </a>
      <Section
        focusOnMount
        title={team.name}
        text={access === "none" ? words.hiddenMembers : undefined}
        actions={<TeamMenu team={team} membership={membership} />}
      >
        {canDo("member:update", [addPath, "/organization/list-members"]) ? (
          <MemberSearch
            label={fill(words.search, { team: team.name })}
            organizationId={team.organizationId}
            excluded={userIds}
            excludedNote={words.isIn}
            onSelect={({ user }) => void edits.add(user)}
          />
        ) : null}
        <ErrorAlert error={edits.problem} />
        {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
        <Loading pending={isPending && !data && !error} skeleton={<RowsSkeleton />}>
          {data?.total === 0 ? <EmptyState icon="users" title={words.noMembers} /> : null}
          {data && data.total > 0 ? (
            <ul ref={list} className="lk-rows" aria-label={fill(words.membersOf, { team: team.name })}>
              {data.members.map(({ userId, user }) => (
                <TeamMemberRow
                  key={userId}
                  team={team}
                  user={user}
                  isSelf={userId === membership.member.userId}
                  {...(canDo("member:delete", removePath)
                    ? { onRemove: (name: string) => void edits.remove(userId, name) }
                    : {})}
                />
              ))}
            </ul>
          ) : null}
        </Loading>
        {data && data.total > data.members.length ? (
          <Button variant="secondary" onClick={showMore}>
            {words.more}
          </Button>
        ) : null}
      </Section>
    </>
  );
}

interface TeamEdits {
  readonly problem: string | null;
  add(user: MemberUser): Promise<void>;
  remove(userId: string, name: string): Promise<void>;
}

/** Adding and removing can be undone. */
function useTeamEdits(team: Team, reload: () => Promise<void>): TeamEdits {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { teams: words } = useOrganizationUi().texts;
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const session = client.useSession().data;
  const canCall = useCanCall();
  const { id: teamId, organizationId, name: teamName } = team;
  const send = async (how: "add" | "remove", userId: string, name: string, isUndo = false): Promise<void> => {
    const { addTeamMember, removeTeamMember } = client.organization;
    const { error } = await (how === "add" ? addTeamMember : removeTeamMember)({ teamId, organizationId, userId });
    setProblem(error ? errorText(texts, how === "add" ? toAddError(error) : error) : null);
    if (error) return;
    // Without this, the session would keep the team as its active team.
    const isActive = readActiveTeamId(session?.session) === teamId;
    if (how === "remove" && userId === session?.user.id && isActive && canCall("/organization/set-active-team"))
      await client.organization.setActiveTeam({ teamId: null });
    const text = fill(how === "add" ? words.added : words.removedMember, { name, team: teamName });
    const other = how === "add" ? "remove" : "add";
    const canUndo = !isUndo && canCall(how === "add" ? removePath : addPath);
    toast(!canUndo ? { text } : { text, onUndo: () => void send(other, userId, name, true) });
    await reload();
  };
  return {
    problem,
    add: (user) => send("add", user.id, user.name || (user.email ?? "")),
    remove: (userId, name) => send("remove", userId, name),
  };
}

interface TeamMemberRowProps {
  readonly team: Team;
  /** `null` if the user is no longer in the organization. */
  readonly user: MemberUser | null;
  readonly isSelf: boolean;
  onRemove?(name: string): void;
}

function TeamMemberRow({ team, user, isSelf, onRemove }: TeamMemberRowProps): ReactElement {
  const { teams: words } = useOrganizationUi().texts;
  const name = user?.name || user?.email || words.unknownPerson;
  return (
    <li className="lk-row lk-own-row">
      <Person
        name={name}
        image={user?.image ?? null}
        detail={user?.email}
        badge={isSelf ? <Badge>{words.you}</Badge> : null}
      />
      {onRemove ? (
        <span className="lk-row-actions">
          <Button
            variant="ghost"
            size="small"
            aria-label={fill(words.removeMemberLabel, { name, team: team.name })}
            onClick={() => onRemove(name)}
          >
            {words.removeMember}
          </Button>
        </span>
      ) : null}
    </li>
  );
}
