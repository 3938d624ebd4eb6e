/** The dialog to change the password. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Checkbox } from "../primitives/checkbox.tsx";
import { PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import type { RowDialogProps } from "../primitives/row.tsx";
import { useToast } from "../primitives/toast.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { NewPasswordField } from "../sign-up/new-password-field.tsx";

export interface ChangePasswordDialogProps extends RowDialogProps {
  readonly email: string;
}

const fieldByErrorCode = {
  INVALID_PASSWORD: "currentPassword",
  PASSWORD_TOO_SHORT: "newPassword",
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_TOO_OBVIOUS: "newPassword",
  PASSWORD_COMPROMISED: "newPassword",
};

export function ChangePasswordDialog({ email, ...dialog }: ChangePasswordDialogProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, Link } = useAuthUi();
  const words = texts.changePassword;
  const showToast = useToast();
  const canReset = useCapabilities()?.password?.reset ?? true;
  const form = useForm(async (values) => {
    const revokeOtherSessions = values.has("signOutOthers");
    const result = await client.changePassword({
      currentPassword: textOf(values, "currentPassword"),
      newPassword: textOf(values, "newPassword"),
      revokeOtherSessions,
    });
    if (!result.error) {
      showToast({ text: revokeOtherSessions ? words.doneEverywhere : words.done });
      dialog.onClose();
    }
    return result;
  }, fieldByErrorCode);
  const forgot =
    canReset && paths.forgotPassword !== null ? (
      <Link href={paths.forgotPassword} className="lk-link">
        {texts.signIn.toForgotPassword}
      </Link>
    ) : null;
  return (
    <FormDialog
      {...dialog}
      title={words.title}
      text={words.text}
      submit={words.submit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
    >
      <LoginHint email={email} />
      <PasswordField
        label={texts.currentPassword}
        name="currentPassword"
        autoComplete="current-password"
        required
        aside={forgot}
        error={form.fieldErrors.currentPassword}
      />
      <NewPasswordField
        label={texts.newPassword}
        name="newPassword"
        ownNames={[email]}
        error={form.fieldErrors.newPassword}
      />
      <Checkbox name="signOutOthers" label={words.signOutOthers} defaultChecked />
    </FormDialog>
  );
}
