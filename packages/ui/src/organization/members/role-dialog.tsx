/** Giving a member another role. */

import type { ReactElement, RefObject } from "react";
import { Checkbox } from "../../primitives/checkbox.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { roleNamesOf, type ShownMember, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleNames, useRoles } from "../use-roles.ts";

export interface RoleDialogProps {
  readonly member: ShownMember;
  readonly returnTo: RefObject<HTMLElement | null>;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** A choice of one; boxes to check for somebody who has several. */
export function RoleDialog({ member, returnTo, onSaved, onClose }: RoleDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { members } = useOrganizationUi().texts.general;
  const nameOf = useRoleNames();
  const given = useRoles();
  const has = roleNamesOf(member.role);
  const hasSeveral = has.length > 1;
  // What somebody has is among the choices, even if the person could not give it.
  const missing = has.filter((name) => !given.some(({ value }) => value === name));
  const choices = [...given, ...missing.map((value) => ({ value, label: nameOf(value) }))];
  const form = useForm(async (values) => {
    const checked = choices.filter(({ value }) => values.has(`role ${value}`)).map(({ value }) => value);
    const role = hasSeveral ? checked : [textOf(values, "role")];
    if (role.length === 0) return { error: noRole(texts.required) };
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
      returnTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {hasSeveral ? (
        choices.map(({ value, label }) => (
          <Checkbox key={value} name={`role ${value}`} label={label} defaultChecked={has.includes(value)} />
        ))
      ) : (
        // Made anew when the organization's own roles have come: the choice stays what the member has.
        <SelectField key={choices.length} label={members.role} name="role" choices={choices} defaultValue={has[0]} />
      )}
    </FormDialog>
  );
}

const noRole = (message: string) =>
  ({ code: "ROLE_IS_MISSING", message, status: 0, statusText: "", details: {} }) as const;
