/** The dialog that creates or edits a service account. */

import type { ServiceAccount } from "@latchkey/api-key";
import type { ReactElement, RefObject } from "react";
import type { Membership } from "../organization/use-membership.ts";
import { useRoleList, useRoles } from "../organization/use-roles.ts";
import { useOrganizationServer } from "../organization/use-server.ts";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { useApiKeyClient, useApiKeyUi } from "./ui.ts";

/** Props for `ServiceAccountDialog`. */
export interface ServiceAccountDialogProps {
  readonly membership: Membership;
  /** The account to edit. `null` for a new one. */
  readonly account: ServiceAccount | null;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onSaved(): void;
  onClose(): void;
}

/** Asks for the name and the role. */
export function ServiceAccountDialog(props: ServiceAccountDialogProps): ReactElement {
  const { membership, account, returnFocusTo, onSaved, onClose } = props;
  const client = useApiKeyClient();
  const { texts } = useAuthUi();
  const words = useApiKeyUi().texts.serviceAccounts;
  const { roles: builtIn } = useOrganizationServer();
  const assignable = useRoles(membership);
  const listRoles = useRoleList();
  const form = useForm(
    async (values) => {
      const fields = { name: textOf(values, "name").trim(), role: textOf(values, "role") };
      const { error } = account
        ? await client.serviceAccount.update({ id: account.id, ...fields })
        : await client.serviceAccount.create({ ...fields, organizationId: membership.organization.id });
      if (!error) onSaved();
      return { error };
    },
    { NAME_TAKEN: "name", INSUFFICIENT_API_KEY_PERMISSIONS: "role" },
  );
  // The account's current role is always listed, even if it's a list of several roles or the member can't assign it.
  const isListed = account === null || assignable.some(({ value }) => value === account.role);
  const options = isListed ? assignable : [...assignable, { value: account.role, label: listRoles(account.role) }];
  return (
    <FormDialog
      open
      title={account ? fill(words.editTitle, { name: account.name }) : words.createTitle}
      text={account ? words.editText : words.createText}
      submit={account ? texts.save : words.create}
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
        defaultValue={account?.name ?? ""}
        error={form.fieldErrors.name}
      />
      <SelectField
        label={words.role}
        name="role"
        options={options}
        defaultValue={account?.role ?? builtIn.at(-1)}
        error={form.fieldErrors.role}
      />
    </FormDialog>
  );
}
