/** The card that lists the teams of the active organization. */

import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { List } from "../../primitives/list.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { SetupBoundary } from "../../provider/setup-boundary.tsx";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { usePermissions } from "../use-permissions.ts";
import { NameDialog } from "./name-dialog.tsx";
import { TeamRow } from "./team-row.tsx";

/** Props of `TeamsCard`. */
export interface TeamsCardProps {
  readonly className?: string;
}

const requestedPermissions = ["team:create", "team:update", "team:delete", "member:update", "member:delete"];

/**
 * The teams of the active organization. Users can create, rename, and delete teams, change their members, and choose
 * their active team. Actions without permission are hidden. Renders nothing if the server has no teams.
 */
export function TeamsCard(props: TeamsCardProps): ReactElement {
  return (
    <SetupBoundary>
      <TeamsCardContent {...props} />
    </SetupBoundary>
  );
}

function TeamsCardContent({ className }: TeamsCardProps): ReactElement | null {
  const client = useOrganizationClient();
  const { teams: own } = useOrganizationUi().texts;
  const { data: organization, error, isPending } = client.useActiveOrganization();
  const may = usePermissions(requestedPermissions);
  const [isNaming, setNaming] = useState(false);
  const [done, setDone] = useState({ number: 0, text: "", takesFocus: false });
  const mine = useQuery(organization?.id ?? null, () =>
    client.organization.listUserTeams({ query: { organizationId: organization?.id } }),
  );
  const teams = organization?.teams;
  if (organization && !teams) return null;
  const say = (text: string, team: string, takesFocus = false): void =>
    setDone({ number: done.number + 1, text: fill(text, { team }), takesFocus });
  // An error about the previous organization no longer matters.
  const problem = error ?? (organization ? mine.error : null);
  return (
    <Card wide title={own.title} subtitle={own.subtitle} className={className}>
      <ErrorAlert error={problem} />
      {done.number > 0 ? (
        <Alert key={done.number} tone="success" focusOnMount={done.takesFocus}>
          {done.text}
        </Alert>
      ) : null}
      {!isPending && !organization && !problem ? <p className="lk-part-text">{own.noOrganization}</p> : null}
      <List rows={teams} isLoading={isPending} empty={own.empty} className="lk-teams">
        {(team) => (
          <TeamRow
            key={team.id}
            team={team}
            isOwn={mine.data?.some(({ id }) => id === team.id) ?? false}
            hasPermission={may}
            onChanged={mine.reload}
            onRemoved={() => say(own.removed, team.name, true)}
          />
        )}
      </List>
      {organization && may("team:create") ? (
        <Button variant="secondary" onClick={() => setNaming(true)}>
          {own.create}
        </Button>
      ) : null}
      {organization && isNaming ? (
        <NameDialog
          title={own.create}
          text={own.createText}
          submit={own.create}
          send={(name) => client.organization.createTeam({ name, organizationId: organization.id })}
          onDone={(name) => say(own.created, name)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </Card>
  );
}
