/** The dialog that connects or edits a directory. */

import type { ScimConnection } from "@latchkey/scim";
import type { ReactElement, RefObject } from "react";
import type { Membership } from "../organization/use-membership.ts";
import { useGrantableRoles, useRoleList } from "../organization/use-roles.ts";
import { useOrganizationServer } from "../organization/use-server.ts";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useScimClient, useScimUi } from "./ui.ts";

/** Props for `ConnectionDialog`. */
export interface ConnectionDialogProps {
  readonly membership: Membership;
  /** The directory to edit. `null` connects a new one. */
  readonly connection: ScimConnection | null;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Receives the URL and the token, which can't be read again. */
  onCreated(created: { readonly baseURL: string; readonly token: string }): void;
  onSaved(): void;
  onClose(): void;
}

/** Asks for the name, the members' role, and what happens when they leave. */
export function ConnectionDialog(props: ConnectionDialogProps): ReactElement {
  const { membership, connection, returnFocusTo, onCreated, onSaved, onClose } = props;
  const client = useScimClient();
  const { texts } = useAuthUi();
  const words = useScimUi().texts;
  const { roles: builtIn } = useOrganizationServer();
  const assignable = useGrantableRoles(membership);
  const listRoles = useRoleList();
  const form = useForm(
    async (values) => {
      const fields = {
        name: textOf(values, "name").trim(),
        defaultRole: textOf(values, "role"),
        deprovision: values.get("leavers") === "remove" ? ("remove" as const) : ("suspend" as const),
      };
      if (connection) {
        // The role is only sent if it changes, because the member might not be allowed to assign the current one.
        const { defaultRole, ...others } = fields;
        const role = defaultRole === connection.defaultRole ? {} : { defaultRole };
        const { error } = await client.scim.updateConnection({ id: connection.id, ...others, ...role });
        if (!error) onSaved();
        return { error };
      }
      const { data, error } = await client.scim.createConnection({
        ...fields,
        organizationId: membership.organization.id,
        readOnly: values.get("readOnly") !== null,
      });
      if (data) onCreated(data);
      return { error };
    },
    { SCIM_ROLE_NOT_ALLOWED: "role" },
  );
  const isListed = connection === null || assignable.some(({ value }) => value === connection.defaultRole);
  const options = isListed
    ? assignable
    : [...assignable, { value: connection.defaultRole, label: listRoles(connection.defaultRole) }];
  return (
    <FormDialog
      open
      title={connection ? words.editTitle : words.createTitle}
      text={words.dialogText}
      submit={connection ? texts.save : words.create}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={words.name}
        name="name"
        autoComplete="off"
        maxLength={64}
        required
        hint={words.nameHint}
        defaultValue={connection?.name ?? ""}
        error={form.fieldErrors.name}
      />
      <SelectField
        label={words.role}
        name="role"
        options={options}
        hint={words.roleHint}
        defaultValue={connection?.defaultRole ?? builtIn.at(-1)}
        error={form.fieldErrors.role}
      />
      <SelectField
        label={words.leavers}
        name="leavers"
        options={[
          { value: "suspend", label: words.suspend },
          { value: "remove", label: words.removeMembers },
        ]}
        defaultValue={connection?.deprovision ?? "suspend"}
      />
      {connection ? null : <Checkbox name="readOnly" label={words.readOnly} />}
    </FormDialog>
  );
}
