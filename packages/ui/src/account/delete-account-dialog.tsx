/** The last confirmation before an account is deleted. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";

export interface DeleteAccountDialogProps {
  readonly email: string;
  /** Whether to ask for the password. */
  readonly hasPassword: boolean;
  onOutcome(outcome: "deleted" | "mailed" | "closed"): void;
}

export function DeleteAccountDialog({ email, hasPassword, onOutcome }: DeleteAccountDialogProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const form = useForm(
    async (values) => {
      const result = await client.deleteUser({
        ...(hasPassword ? { password: textOf(values, "password") } : {}),
        callbackURL: paths.signIn,
      });
      if (result.data) onOutcome(result.data.message === "User deleted" ? "deleted" : "mailed");
      // Without account deletion, the server has no such path. Show that as disabled instead of as a missing page.
      const isOff = result.error?.code === "NOT_FOUND";
      return isOff ? { error: { ...result.error, code: "DELETE_USER_DISABLED" } } : result;
    },
    { INVALID_PASSWORD: "password" },
  );
  return (
    <FormDialog
      open
      variant="destructive"
      title={texts.deleteAccount.dialogTitle}
      text={texts.deleteAccount.dialogText}
      submit={texts.deleteAccount.submit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      // A request in flight can't be canceled.
      onClose={() => (form.busy ? undefined : onOutcome("closed"))}
    >
      {hasPassword ? (
        <>
          <LoginHint email={email} />
          <PasswordField
            label={texts.password}
            name="password"
            autoComplete="current-password"
            required
            error={form.fieldErrors.password}
          />
        </>
      ) : null}
    </FormDialog>
  );
}
