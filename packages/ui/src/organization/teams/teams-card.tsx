/** The teams of the active organization. */

import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { NameDialog } from "./name-dialog.tsx";
import { TeamRow } from "./team-row.tsx";
import { useMay } from "./use-may.ts";

/** What `TeamsCard` takes. */
export interface TeamsCardProps {
  readonly className?: string;
}

const asked = ["team:create", "team:update", "team:delete", "member:update", "member:delete"];

/**
 * The active organization's teams: to make, rename and delete them, to say who is in them, and to choose the one that
 * somebody works in. What a person may not do is not offered. Nothing where the server has no teams.
 */
export function TeamsCard({ className }: TeamsCardProps): ReactElement | null {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { teams: own } = useOrganizationUi().texts;
  const { data: organization, error, isPending } = client.useActiveOrganization();
  const may = useMay(asked);
  const [isNaming, setNaming] = useState(false);
  const [done, setDone] = useState({ number: 0, text: "", takesFocus: false });
  const mine = useLoaded(organization?.id ?? null, () =>
    client.organization.listUserTeams({ query: { organizationId: organization?.id } }),
  );
  const teams = organization?.teams;
  if (organization && !teams) return null;
  const say = (text: string, team: string, takesFocus = false): void =>
    setDone({ number: done.number + 1, text: fill(text, { team }), takesFocus });
  // What was asked under an organization that is left is nothing to speak of.
  const problem = error ?? (organization ? mine.error : null);
  return (
    <Card wide title={own.title} subtitle={own.subtitle} className={className}>
      {problem ? <Alert tone="error">{errorText(texts, problem)}</Alert> : null}
      {done.number > 0 ? (
        <Alert key={done.number} tone="success" takesFocus={done.takesFocus}>
          {done.text}
        </Alert>
      ) : null}
      {isPending ? <p className="lk-part-text">{texts.loading}…</p> : null}
      {!isPending && !organization && !problem ? <p className="lk-part-text">{own.noOrganization}</p> : null}
      {teams?.length === 0 ? <p className="lk-part-text">{own.empty}</p> : null}
      <ul className="lk-list lk-teams">
        {teams?.map((team) => (
          <TeamRow
            key={team.id}
            team={team}
            isOwn={mine.data?.some(({ id }) => id === team.id) ?? false}
            may={may}
            onChanged={mine.reload}
            onRemoved={() => say(own.removed, team.name, true)}
          />
        ))}
      </ul>
      {organization && may("team:create") ? (
        <Button look="quiet" onClick={() => setNaming(true)}>
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
