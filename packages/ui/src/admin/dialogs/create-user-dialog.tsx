/** The dialog for creating a user. */

import type { ReactElement } from "react";
import { Field, PasswordField } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";

/** Props for `CreateUserDialog`. */
export interface CreateUserDialogProps {
  /** Gets the new user's name. */
  onCreated(name: string): void;
  onClose(): void;
}

const fieldByErrorCode = {
  USER_ALREADY_EXISTS: "email",
  INVALID_EMAIL: "email",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  PASSWORD_TOO_OBVIOUS: "password",
};

/** Asks for the name, email, password, and role. */
export function CreateUserDialog({ onCreated, onClose }: CreateUserDialogProps): ReactElement {
  const client = useAdminClient();
  const { texts } = useAuthUi();
  const capabilities = useCapabilities();
  const { texts: words } = useAdminUi();
  const access = useAdminAccess();
  const roles = Object.keys(access.roles).filter(access.covers);
  const form = useForm(
    async (values) => {
      const password = textOf(values, "password");
      const role = textOf(values, "role");
      const result = await client.admin.createUser({
        name: textOf(values, "name").trim(),
        email: textOf(values, "email").trim(),
        ...(password === "" ? {} : { password }),
        ...(role === "" || role === access.defaultRole ? {} : { role }),
      });
      if (!result.error) onCreated(textOf(values, "name").trim());
      return result;
    },
    fieldByErrorCode,
    { USER_ALREADY_EXISTS: words.create.emailTaken },
  );
  return (
    <FormDialog
      open
      title={words.create.title}
      text={words.create.text}
      submit={words.create.submit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={texts.name} name="name" autoComplete="off" required error={form.fieldErrors.name} />
      <Field label={texts.email} name="email" type="email" autoComplete="off" required error={form.fieldErrors.email} />
      {capabilities?.password === null ? null : (
        <PasswordField
          label={fill(texts.optional, { label: texts.password })}
          name="password"
          autoComplete="new-password"
          error={form.fieldErrors.password}
        />
      )}
      {access.can("user", "set-role") && roles.length > 1 ? (
        <SelectField
          label={words.users.role}
          name="role"
          defaultValue={access.defaultRole}
          options={roles.map((role) => ({ value: role, label: role }))}
          error={form.fieldErrors.role}
        />
      ) : null}
    </FormDialog>
  );
}
