/** The dialog for changing a member's role. */

import type { ReactElement, RefObject } from "react";
import { Checkbox } from "../../primitives/checkbox.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { type MemberDetails, roleNamesOf, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleNames, useRoles } from "../use-roles.ts";

export interface RoleDialogProps {
  readonly member: MemberDetails;
  readonly returnTo: RefObject<HTMLElement | null>;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** A select for members with one role, and checkboxes for members with several. */
export function RoleDialog({ member, returnTo, onSaved, onClose }: RoleDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { members } = useOrganizationUi().texts.general;
  const nameOf = useRoleNames();
  const given = useRoles();
  const has = roleNamesOf(member.role);
  const hasSeveral = has.length > 1;
  // The member's current roles are always listed, even if the user couldn't assign them.
  const missing = has.filter((name) => !given.some(({ value }) => value === name));
  const choices = [...given, ...missing.map((value) => ({ value, label: nameOf(value) }))];
  const form = useForm(async (values) => {
    const checked = choices.filter(({ value }) => values.has(`role ${value}`)).map(({ value }) => value);
    const role = hasSeveral ? checked : [textOf(values, "role")];
    if (role.length === 0) return { error: noRoleError(texts.required) };
    const result = await client.organization.updateMemberRole({
      memberId: member.id,
      organizationId: member.organizationId,
      role,
    });
    if (!result.error) await onSaved();
    return result;
  });
  return (
    <FormDialog
      open
      title={members.roleTitle}
      text={fill(members.roleText, { name: member.user.name || member.user.email || "" })}
      submit={members.roleSubmit}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {hasSeveral ? (
        choices.map(({ value, label }) => (
          <Checkbox key={value} name={`role ${value}`} label={label} defaultChecked={has.includes(value)} />
        ))
      ) : (
        // Remounts when custom roles load, so that the member's current role stays selected.
        <SelectField key={choices.length} label={members.role} name="role" options={choices} defaultValue={has[0]} />
      )}
    </FormDialog>
  );
}

const noRoleError = (message: string) =>
  ({ code: "ROLE_IS_MISSING", message, status: 0, statusText: "", details: {} }) as const;
