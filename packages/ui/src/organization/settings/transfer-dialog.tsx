/** The dialog for transferring ownership to another member. */

import { type ReactElement, useState } from "react";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import type { RowDialogProps } from "../../primitives/row.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { fill } from "../../texts/texts.ts";
import { type MemberDetails, roleNamesOf, useOrganizationClient } from "../client.ts";
import { nameOfMember } from "../members/member-rights.ts";
import { MemberSearch } from "../members/member-search.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useRoleNames } from "../use-roles.ts";
import { useOrganizationServer } from "../use-server.ts";

export interface TransferDialogProps extends RowDialogProps {
  readonly membership: Membership;
}

/** First makes the other member an owner, so that there's always an owner. */
export function TransferDialog({ membership, returnFocusTo, onClose }: TransferDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { danger } = useOrganizationUi().texts;
  const { creatorRole, roles } = useOrganizationServer();
  const nameOf = useRoleNames();
  const toast = useToast();
  const [chosen, setChosen] = useState<MemberDetails | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { organization, member } = membership;
  const change = (memberId: string, role: readonly string[]) =>
    client.organization.updateMemberRole({ memberId, organizationId: organization.id, role });
  const form = useForm(async (values) => {
    setMissing(chosen === null);
    if (!chosen) return { error: null };
    const result = await change(chosen.id, [...new Set([...roleNamesOf(chosen.role), creatorRole])]);
    if (result.error) return result;
    const ownChange = await change(member.id, [textOf(values, "role")]);
    if (ownChange.error) return ownChange;
    onClose();
    toast({ text: fill(danger.transferred, { name: nameOfMember(chosen) }) });
    return ownChange;
  });
  const rest = roles.filter((role) => role !== creatorRole).map((value) => ({ value, label: nameOf(value) }));
  return (
    <FormDialog
      open
      variant="destructive"
      title={fill(danger.transferTitle, { name: organization.name })}
      text={danger.transferDialogText}
      submit={danger.transfer}
      busy={form.busy}
      problem={isMissing && !chosen ? danger.transferMissing : form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <MemberSearch
        inline
        label={danger.transferSearch}
        organizationId={organization.id}
        excluded={[member.userId]}
        onSelect={setChosen}
      />
      {chosen ? <p role="status">{fill(danger.transferChosen, { name: nameOfMember(chosen) })}</p> : null}
      <SelectField label={danger.transferRole} name="role" options={rest} />
    </FormDialog>
  );
}
