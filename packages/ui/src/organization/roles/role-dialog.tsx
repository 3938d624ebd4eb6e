/** A role's name and what it allows: resources with their actions, of which one chooses. */

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
import { asStatements } from "../teams/use-may.ts";
import { useOrganizationUi } from "../ui.ts";
import { actionName, missingInWords, pairsOf, resourceName } from "./permissions.ts";

export interface RoleDialogProps {
  readonly organizationId: string;
  /** `null`: a new one. */
  readonly role: OrganizationRole | null;
  /** What the person may pass on. */
  readonly offered: readonly string[];
  onDone(name: string): unknown;
  onClose(): void;
}

const fieldOf = { ROLE_NAME_IS_ALREADY_TAKEN: "name", ROLE_IS_ASSIGNED_TO_MEMBERS: "name" };

export function RoleDialog({ organizationId, role, offered, onDone, onClose }: RoleDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { roles: own } = useOrganizationUi().texts;
  const [nameProblem, setNameProblem] = useState<string | null>(null);
  const [lacking, setLacking] = useState<string | null>(null);
  const before = role ? pairsOf(role.permission) : [];
  const send = (name: string, chosen: readonly string[]): Promise<{ readonly error: ClientError | null }> => {
    const permission = asStatements(chosen);
    if (!role) return client.organization.createRole({ role: name, permission, organizationId });
    // A name that stays is not sent: somebody may have the role.
    const data = { permission, ...(name === role.role ? {} : { roleName: name }) };
    return client.organization.updateRole({ roleId: role.id, organizationId, data });
  };
  const form = useForm(async (values) => {
    const name = textOf(values, "name").trim();
    const hasComma = name.includes(",");
    setLacking(null);
    setNameProblem(hasComma ? own.nameComma : null);
    if (hasComma) return { error: null };
    // What is not among the choices is left as it is.
    const kept = before.filter((pair) => !offered.includes(pair));
    const { error } = await send(name, [...kept, ...offered.filter((pair) => values.has(pair))]);
    if (!error) onDone(name);
    const missing = error ? missingInWords(own, error) : null;
    if (!error || missing === null) return { error };
    setLacking(`${errorText(texts, error)} ${missing}`);
    return { error: null };
  }, fieldOf);
  return (
    <FormDialog
      open
      title={role ? fill(own.editLabel, { role: role.role }) : own.create}
      text={role ? own.editText : own.createText}
      submit={role ? texts.save : own.create}
      busy={form.busy}
      problem={lacking ?? form.problem}
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
      <Grid offered={offered} chosen={before} />
    </FormDialog>
  );
}

interface GridProps {
  readonly offered: readonly string[];
  readonly chosen: readonly string[];
}

/** A line for each resource; its actions stand in columns. */
function Grid({ offered, chosen }: GridProps): ReactElement {
  const { roles: own } = useOrganizationUi().texts;
  return (
    <div className="lk-grants">
      {Object.entries(asStatements(offered)).map(([resource, actions]) => (
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
