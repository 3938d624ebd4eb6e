/** The dialog for changing a user's email. */

import type { ReactElement } from "react";
import { Checkbox } from "../../primitives/checkbox.tsx";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import type { RowDialogProps } from "../../primitives/row.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import type { AdminResult } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";

/** Props for `ChangeEmailDialog`. */
export interface ChangeEmailDialogProps extends RowDialogProps {
  readonly name: string;
  save(data: Readonly<Record<string, unknown>>): Promise<AdminResult>;
  onSaved(): void;
}

const fieldByErrorCode = { USER_ALREADY_EXISTS: "email", INVALID_EMAIL: "email" };

/** Asks for the new email, and whether it's verified. */
export function ChangeEmailDialog(props: ChangeEmailDialogProps): ReactElement {
  const { open, returnFocusTo, name, save, onSaved, onClose } = props;
  const { texts } = useAuthUi();
  const { create, email, users } = useAdminUi().texts;
  const form = useForm(
    async (values) => {
      const result = await save({ email: textOf(values, "email").trim(), emailVerified: values.has("verified") });
      if (!result.error) {
        onClose();
        onSaved();
      }
      return result;
    },
    fieldByErrorCode,
    { USER_ALREADY_EXISTS: create.emailTaken },
  );
  return (
    <FormDialog
      open={open}
      title={fill(email.changeTitle, { name })}
      text={email.changeText}
      submit={texts.save}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={texts.email} name="email" type="email" autoComplete="off" required error={form.fieldErrors.email} />
      <Checkbox name="verified" label={users.verified} />
    </FormDialog>
  );
}
