/** The section with the organization's teams. */

import type { Team } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Avatar } from "../../primitives/avatar.tsx";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Section } from "../../primitives/section.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useSubsection } from "../../primitives/use-section.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { type OrganizationSectionProps, SectionFrame } from "../section-frame.tsx";
import { useOrganizationUi } from "../ui.ts";
import { type Membership, readActiveTeamId } from "../use-membership.ts";
import { useOrganizationServer } from "../use-server.ts";
import { NameDialog } from "./name-dialog.tsx";
import { TeamPage } from "./team-page.tsx";
import { type TeamAccess, useTeamMembers } from "./use-team-members.ts";

/** The teams of the active organization. Renders nothing for servers without teams. */
export function OrganizationTeams({ focusOnMount }: OrganizationSectionProps): ReactElement {
  const { teams } = useOrganizationServer();
  return (
    <SectionFrame>
      {(membership) => (teams ? <Teams membership={membership} focusOnMount={focusOnMount ?? false} /> : null)}
    </SectionFrame>
  );
}

interface TeamsProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

function Teams({ membership, focusOnMount }: TeamsProps): ReactElement | null {
  const client = useOrganizationClient();
  const { title } = useOrganizationUi().texts.teams;
  const { id: organizationId, teams } = membership.organization;
  // The key follows the store, which knows when a team was deleted or renamed.
  const storeKey = teams.map(({ id, name }) => `${id} ${name}`).join();
  const ownTeams = useQuery(
    "/organization/list-user-teams",
    `${organizationId} ${storeKey}`,
    () => client.organization.listUserTeams({ query: { organizationId } }),
    () => true,
  );
  const openTeamId = useSubsection();
  const team = teams.find(({ id }) => id === openTeamId);
  if (ownTeams.isOff) return null;
  if (ownTeams.error && !ownTeams.data)
    return (
      <Section title={title} focusOnMount={focusOnMount}>
        <ErrorPanel error={ownTeams.error} onRetry={ownTeams.reload} />
      </Section>
    );
  const accessOf = ({ id }: Team): TeamAccess => {
    if (membership.can("member:update")) return "all";
    return ownTeams.data?.some((one) => one.id === id) ? "own" : "none";
  };
  if (team) return <TeamPage key={team.id} team={team} membership={membership} access={accessOf(team)} />;
  const ownIds = new Set(ownTeams.data?.map(({ id }) => id));
  return <TeamList membership={membership} focusOnMount={focusOnMount} accessOf={accessOf} ownIds={ownIds} />;
}

interface TeamListProps extends TeamsProps {
  accessOf(team: Team): TeamAccess;
  /** The teams that the user is in. */
  readonly ownIds: ReadonlySet<string>;
}

function TeamList({ membership, focusOnMount, accessOf, ownIds }: TeamListProps): ReactElement {
  const client = useOrganizationClient();
  const { teams: words } = useOrganizationUi().texts;
  const toast = useToast();
  const [creating, setCreating] = useState(false);
  const activeId = readActiveTeamId(client.useSession().data?.session);
  const { id: organizationId, teams } = membership.organization;
  const create = membership.canDo("team:create", "/organization/create-team") ? (
    <Button icon={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Section
      title={words.title}
      text={words.subtitle}
      focusOnMount={focusOnMount}
      actions={teams.length > 0 ? (create ?? undefined) : undefined}
    >
      {teams.length === 0 ? (
        <EmptyState icon="users" title={words.empty} text={words.emptyText} action={create ?? undefined} />
      ) : (
        <ul className="lk-rows">
          {teams.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              access={accessOf(team)}
              isOwn={ownIds.has(team.id)}
              isActive={team.id === activeId}
            />
          ))}
        </ul>
      )}
      {creating ? (
        <NameDialog
          title={words.create}
          text={words.createText}
          submit={words.create}
          send={(name) => client.organization.createTeam({ name, organizationId })}
          onDone={(team) => toast({ text: fill(words.created, { team }) })}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </Section>
  );
}

/** Maximum pictures next to a team's name. */
const maxFaces = 5;

interface TeamRowProps {
  readonly team: Team;
  readonly access: TeamAccess;
  readonly isOwn: boolean;
  readonly isActive: boolean;
}

function TeamRow({ team, access, isOwn, isActive }: TeamRowProps): ReactElement {
  const { texts } = useAuthUi();
  const { teams: words } = useOrganizationUi().texts;
  const { data } = useTeamMembers(team, access, maxFaces);
  const state = isActive ? words.active : isOwn ? words.own : null;
  return (
    <li className="lk-row lk-own-row">
      <a className="lk-team-link" href={`#teams/${team.id}`}>
        <span className="lk-device-name">
          <bdi className="lk-truncate lk-list-title" title={team.name}>
            {team.name}
          </bdi>
          {state ? <Badge tone={isActive ? "primary" : "neutral"}>{state}</Badge> : null}
        </span>
        <span className="lk-note">{data ? fillCount(texts, words.count, data.total) : null}</span>
        <span className="lk-faces" aria-hidden="true">
          {data?.members.map(({ userId, user }) => (
            <Avatar key={userId} size="small" name={user?.name || (user?.email ?? "")} image={user?.image ?? null} />
          ))}
        </span>
        <Icon name="chevron-right" />
      </a>
    </li>
  );
}
