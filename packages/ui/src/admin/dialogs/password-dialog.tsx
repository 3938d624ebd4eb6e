/** The dialog for setting a user's password. */

import type { ReactElement } from "react";
import { PasswordField } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { nameOf, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { CommandDialogProps } from "../user-command.ts";

const fieldByErrorCode = {
  PASSWORD_TOO_SHORT: "newPassword",
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_TOO_OBVIOUS: "newPassword",
};

/** Asks for the new password. */
export function PasswordDialog({ users, returnFocusTo, run, onClose }: CommandDialogProps): ReactElement | null {
  const client = useAdminClient();
  const { texts } = useAuthUi();
  const { password } = useAdminUi().texts;
  const form = useForm((values) => {
    const newPassword = textOf(values, "newPassword");
    return run({
      run: ({ id: userId }) => client.admin.setUserPassword({ userId, newPassword }),
      done: password.saved,
    });
  }, fieldByErrorCode);
  const [user] = users;
  if (!user) return null;
  return (
    <FormDialog
      open
      title={fill(password.dialogTitle, { name: nameOf(user) })}
      text={password.text}
      submit={password.submit}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <PasswordField
        label={texts.newPassword}
        name="newPassword"
        autoComplete="off"
        required
        error={form.fieldErrors.newPassword}
      />
    </FormDialog>
  );
}
