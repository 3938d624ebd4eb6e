/** The menu with actions for a member. */

import { type ReactElement, useRef, useState } from "react";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { MenuItem } from "../../primitives/menu.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { fill } from "../../texts/texts.ts";
import { ActionsMenu } from "../actions-menu.tsx";
import { type MemberDetails, useOrganizationClient } from "../client.ts";
import { ConfirmActionDialog } from "../confirm-action-dialog.tsx";
import { toAddError } from "../teams/add-error.ts";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useOrganizationServer } from "../use-server.ts";
import { canRemove, nameOfMember } from "./member-rights.ts";

export interface MemberMenuProps {
  readonly membership: Membership;
  readonly member: MemberDetails;
  onChanged(): Promise<void>;
}

/** Renders nothing if there are no actions. */
export function MemberMenu({ membership, member, onChanged }: MemberMenuProps): ReactElement | null {
  const { members } = useOrganizationUi().texts;
  const { creatorRole, teams } = useOrganizationServer();
  const [openDialog, setOpenDialog] = useState<"team" | "remove" | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const canAdd =
    teams &&
    membership.canDo("member:update", "/organization/add-team-member") &&
    membership.organization.teams.length > 0;
  const isRemovable = canRemove(membership, member, creatorRole);
  if (!canAdd && !isRemovable) return null;
  const close = (): void => setOpenDialog(null);
  const dialog = { member, membership, returnTo: trigger, onClose: close };
  return (
    <span className="lk-row-actions">
      <ActionsMenu label={fill(members.actionsOf, { name: nameOfMember(member) })} trigger={trigger}>
        {canAdd ? <MenuItem onSelect={() => setOpenDialog("team")}>{members.addToTeam}</MenuItem> : null}
        {isRemovable ? (
          <MenuItem tone="destructive" onSelect={() => setOpenDialog("remove")}>
            {members.remove}
          </MenuItem>
        ) : null}
      </ActionsMenu>
      {openDialog === "team" ? <AddToTeamDialog {...dialog} /> : null}
      {openDialog === "remove" ? <RemoveDialog {...dialog} onRemoved={onChanged} /> : null}
    </span>
  );
}

interface DialogProps {
  readonly member: MemberDetails;
  readonly membership: Membership;
  readonly returnTo: { readonly current: HTMLButtonElement | null };
  onClose(): void;
}

function AddToTeamDialog({ member, membership, returnTo, onClose }: DialogProps): ReactElement {
  const client = useOrganizationClient();
  const { members, teams: words } = useOrganizationUi().texts;
  const toast = useToast();
  const { teams } = membership.organization;
  const { organizationId, userId } = member;
  const name = nameOfMember(member);
  const form = useForm(async (values) => {
    const teamId = textOf(values, "team");
    const result = await client.organization.addTeamMember({ teamId, userId, organizationId });
    if (result.error) return { error: toAddError(result.error) };
    const team = teams.find(({ id }) => id === teamId)?.name ?? "";
    onClose();
    toast({ text: fill(words.added, { name, team }) });
    return result;
  });
  return (
    <FormDialog
      open
      title={members.addToTeam}
      text={fill(members.addToTeamText, { name })}
      submit={members.addToTeam}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <SelectField
        label={members.team}
        name="team"
        options={teams.map((team) => ({ value: team.id, label: team.name }))}
      />
    </FormDialog>
  );
}

function RemoveDialog({ member, returnTo, onClose, onRemoved }: DialogProps & { onRemoved(): Promise<void> }) {
  const client = useOrganizationClient();
  const { members } = useOrganizationUi().texts;
  const toast = useToast();
  const name = nameOfMember(member);
  const remove = async () => {
    const { id: memberIdOrEmail, organizationId } = member;
    const { error } = await client.organization.removeMember({ memberIdOrEmail, organizationId });
    if (!error) {
      onClose();
      toast({ text: fill(members.removed, { name }) });
      await onRemoved();
    }
    return { error };
  };
  return (
    <ConfirmActionDialog
      title={fill(members.removeTitle, { name })}
      text={members.removeText}
      submit={members.remove}
      returnTo={returnTo}
      run={remove}
      onClose={onClose}
    />
  );
}
