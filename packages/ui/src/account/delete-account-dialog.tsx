/** The last question before an account is deleted. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";

export interface DeleteAccountDialogProps {
  readonly email: string;
  /** The password is asked for. */
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
      // Where nobody may delete an account, there is no such path: not to be told as a missing page.
      const isOff = result.error?.code === "NOT_FOUND";
      return isOff ? { error: { ...result.error, code: "DELETE_USER_DISABLED" } } : result;
    },
    { INVALID_PASSWORD: "password" },
  );
  return (
    <FormDialog
      open
      look="danger"
      title={texts.deleteAccount.dialogTitle}
      text={texts.deleteAccount.dialogText}
      submit={texts.deleteAccount.submit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      // What is under way cannot be called back.
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
