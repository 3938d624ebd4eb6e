/** The dialog that sends a link to set a password, for users who only sign in with a provider. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { FormDialog } from "../primitives/form-dialog.tsx";
import type { RowDialogProps } from "../primitives/row.tsx";
import { useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useFormCaptchas } from "../provider/plugin.ts";
import { fill } from "../texts/texts.ts";

export interface SetPasswordDialogProps extends RowDialogProps {
  readonly email: string;
  onSent(): void;
}

/** The link proves that the user owns the email. With a form here, the thief of a session could set a password. */
export function SetPasswordDialog({ email, onSent, ...dialog }: SetPasswordDialogProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const words = texts.changePassword;
  const captchas = useFormCaptchas("/forget-password");
  const form = useForm(async (values) => {
    const result = await client.forgetPassword({ email, redirectTo: paths.resetPassword }, captchas.consume(values));
    if (!result.error) {
      onSent();
      dialog.onClose();
    }
    return result;
  });
  return (
    <FormDialog
      {...dialog}
      title={words.setTitle}
      text={fill(words.setText, { email })}
      submit={words.setSubmit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
    >
      {captchas.fields}
    </FormDialog>
  );
}
