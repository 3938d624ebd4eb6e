/** The dialog for inviting a member by email. */

import type { ReactElement } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoles } from "../use-roles.ts";

export interface InviteDialogProps {
  readonly organizationId: string;
  onInvited(email: string): Promise<void>;
  onClose(): void;
}

const fieldByErrorCode = {
  INVALID_EMAIL: "email",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "email",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "email",
};

/** Preselects the app's last role, which has the fewest permissions. */
export function InviteDialog({ organizationId, onInvited, onClose }: InviteDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { roles, texts: own, invitationLinks } = useOrganizationUi();
  const { invitations, members } = own.general;
  const choices = useRoles();
  const form = useForm(async (values) => {
    const email = textOf(values, "email").trim();
    const result = await client.organization.inviteMember({ email, role: textOf(values, "role"), organizationId });
    if (!result.error) await onInvited(email);
    return result;
  }, fieldByErrorCode);
  return (
    <FormDialog
      open
      title={invitations.inviteTitle}
      text={invitationLinks ? invitations.inviteLinkText : invitations.inviteText}
      submit={invitationLinks ? invitations.inviteLinkSubmit : invitations.inviteSubmit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={texts.email} name="email" type="email" autoComplete="off" required error={form.fieldErrors.email} />
      <SelectField label={members.role} name="role" options={choices} defaultValue={roles.at(-1)} />
    </FormDialog>
  );
}
