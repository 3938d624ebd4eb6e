/** The dialog for a custom role's name and permissions. */

import type { OrganizationRole } from "@latchkey/organization";
import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Checkbox } from "../../primitives/checkbox.tsx";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { toStatements } from "../use-permissions.ts";
import { actionName, describeMissingPermissions, resourceName, toPermissions } from "./permissions.ts";

export interface RoleDialogProps {
  readonly organizationId: string;
  /** `null` for a new role. */
  readonly role: OrganizationRole | null;
  /** The permissions that the user can grant. */
  readonly grantable: readonly string[];
  onDone(name: string): unknown;
  onClose(): void;
}

const fieldByErrorCode = { ROLE_NAME_IS_ALREADY_TAKEN: "name", ROLE_IS_ASSIGNED_TO_MEMBERS: "name" };

export function RoleDialog({ organizationId, role, grantable, onDone, onClose }: RoleDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { roles: own } = useOrganizationUi().texts;
  const [nameProblem, setNameProblem] = useState<string | null>(null);
  const [missingPermissions, setLacking] = useState<string | null>(null);
  const before = role ? toPermissions(role.permission) : [];
  const send = (name: string, chosen: readonly string[]): Promise<{ readonly error: ClientError | null }> => {
    const permission = toStatements(chosen);
    if (!role) return client.organization.createRole({ role: name, permission, organizationId });
    // Don't send an unchanged name, because a role can't be renamed while members have it.
    const data = { permission, ...(name === role.role ? {} : { roleName: name }) };
    return client.organization.updateRole({ roleId: role.id, organizationId, data });
  };
  const form = useForm(async (values) => {
    const name = textOf(values, "name").trim();
    const hasComma = name.includes(",");
    setLacking(null);
    setNameProblem(hasComma ? own.nameComma : null);
    if (hasComma) return { error: null };
    // Permissions that the user can't grant stay unchanged.
    const kept = before.filter((pair) => !grantable.includes(pair));
    const { error } = await send(name, [...kept, ...grantable.filter((pair) => values.has(pair))]);
    if (!error) onDone(name);
    const missing = error ? describeMissingPermissions(own, error) : null;
    if (!error || missing === null) return { error };
    setLacking(`${errorText(texts, error)} ${missing}`);
    return { error: null };
  }, fieldByErrorCode);
  return (
    <FormDialog
      open
      title={role ? fill(own.editLabel, { role: role.role }) : own.create}
      text={role ? own.editText : own.createText}
      submit={role ? texts.save : own.create}
      busy={form.busy}
      problem={missingPermissions ?? form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={own.name}
        name="name"
        hint={own.nameHint}
        defaultValue={role?.role}
        autoComplete="off"
        required
        maxLength={64}
        error={form.fieldErrors.name ?? nameProblem}
      />
      <PermissionGrid grantable={grantable} chosen={before} />
    </FormDialog>
  );
}

interface GridProps {
  readonly grantable: readonly string[];
  readonly chosen: readonly string[];
}

/** One row per resource, with its actions in columns. */
function PermissionGrid({ grantable, chosen }: GridProps): ReactElement {
  const { roles: own } = useOrganizationUi().texts;
  return (
    <div className="lk-grants">
      {Object.entries(toStatements(grantable)).map(([resource, actions]) => (
        <fieldset key={resource} className="lk-grant">
          <legend className="lk-label">{resourceName(own, resource)}</legend>
          {actions.map((action) => {
            const pair = `${resource}:${action}`;
            return (
              <Checkbox key={pair} name={pair} label={actionName(own, pair)} defaultChecked={chosen.includes(pair)} />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
