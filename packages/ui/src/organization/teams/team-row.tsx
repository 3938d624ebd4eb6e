/** A row for one team, with its actions. */

import type { Team } from "@latchkey/organization";
import { type ReactElement, useId, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { ConfirmDialog } from "../../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import type { HasPermission } from "../use-permissions.ts";
import { NameDialog } from "./name-dialog.tsx";
import { TeamPanel } from "./team-panel.tsx";

export interface TeamRowProps {
  readonly team: Team;
  /** Whether the user is in the team. */
  readonly isOwn: boolean;
  readonly hasPermission: HasPermission;
  /** Runs when team memberships changed. */
  onChanged(): Promise<void>;
  onRemoved(): void;
}

/** A row for one team, with its actions. */
export function TeamRow({ team, isOwn, hasPermission, onChanged, onRemoved }: TeamRowProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { teams: own } = useOrganizationUi().texts;
  const session = client.useSession().data?.session as { readonly activeTeamId?: string | null } | undefined;
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const panel = useId();
  const isActive = session?.activeTeamId === team.id;
  const hasDetails = isOwn || ["team:update", "team:delete", "member:update"].some(hasPermission);
  const choose = async (teamId: string | null): Promise<void> => {
    setBusy(true);
    const { error } = await client.organization.setActiveTeam({ teamId });
    setProblem(error ? errorText(texts, error) : null);
    setBusy(false);
  };
  return (
    <li className="lk-list-row lk-team">
      <p className="lk-list-text lk-list-title">
        {team.name}{" "}
        <span className="lk-badges">
          {isActive ? <span className="lk-badge lk-badge-success">{own.active}</span> : null}
          {isOwn ? <span className="lk-badge">{own.own}</span> : null}
        </span>
      </p>
      <div className="lk-actions">
        {isOwn || isActive ? (
          <Button
            variant="secondary"
            busy={busy}
            aria-label={isActive ? undefined : fill(own.useLabel, { team: team.name })}
            onClick={() => void choose(isActive ? null : team.id)}
          >
            {isActive ? own.useNone : own.use}
          </Button>
        ) : null}
        {hasDetails ? (
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            aria-label={fill(own.detailsLabel, { team: team.name })}
            onClick={() => setOpen(!isOpen)}
          >
            {own.details}
          </Button>
        ) : null}
      </div>
      <ErrorAlert error={problem} />
      {isOpen ? (
        <div className="lk-team-panel" id={panel}>
          <TeamPanel
            team={team}
            isOwn={isOwn}
            isActive={isActive}
            hasPermission={hasPermission}
            onChanged={onChanged}
          />
          <TeamActions team={team} isActive={isActive} hasPermission={hasPermission} onRemoved={onRemoved} />
        </div>
      ) : null}
    </li>
  );
}

type TeamActionsProps = Pick<TeamRowProps, "team" | "hasPermission" | "onRemoved"> & { readonly isActive: boolean };

function TeamActions({ team, isActive, hasPermission, onRemoved }: TeamActionsProps): ReactElement | null {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { teams: own } = useOrganizationUi().texts;
  const mainTeam = client.useActiveMember().data?.teamId;
  const [isNaming, setNaming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id: teamId, organizationId, name } = team;
  // Users can't delete their active team.
  const canRemove = hasPermission("team:delete") && !isActive && mainTeam !== teamId;
  if (!canRemove && !hasPermission("team:update")) return null;
  const remove = async (): Promise<void> => {
    const { error } = await client.organization.removeTeam({ teamId, organizationId });
    setProblem(error ? errorText(texts, error) : null);
    if (!error) onRemoved();
  };
  return (
    <>
      <ErrorAlert error={problem} />
      <div className="lk-actions">
        {hasPermission("team:update") ? (
          <Button variant="secondary" onClick={() => setNaming(true)}>
            {own.rename}
          </Button>
        ) : null}
        {canRemove ? (
          <ConfirmDialog
            trigger={<Button variant="destructive">{own.remove}</Button>}
            title={fill(own.removeTitle, { team: name })}
            text={own.removeText}
            confirm={own.remove}
            onConfirm={() => void remove()}
          />
        ) : null}
      </div>
      {isNaming ? (
        <NameDialog
          title={fill(own.renameTitle, { team: name })}
          text={own.renameText}
          submit={own.rename}
          name={name}
          send={(given) => client.organization.updateTeam({ teamId, organizationId, data: { name: given } })}
          onDone={() => setProblem(null)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}
