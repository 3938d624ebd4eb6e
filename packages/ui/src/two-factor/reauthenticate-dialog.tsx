/** Asks for the password before a 2FA change. Users without one reauthenticate another way. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useTwoFactorClient } from "./client.ts";

export interface ReauthenticateDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly look?: "primary" | "destructive";
  readonly hasPassword: boolean;
  /** Makes the change. The dialog shows the error if it fails, and its parent closes it if it succeeds. */
  onConfirm(owner: { readonly password?: string }): Promise<{ readonly error: ClientError | null }>;
  onClose(): void;
}

export function ReauthenticateDialog({ hasPassword, onConfirm, ...dialog }: ReauthenticateDialogProps): ReactElement {
  const client = useTwoFactorClient();
  const { texts } = useAuthUi();
  const email = client.useSession().data?.user.email;
  const form = useForm((values) => onConfirm(hasPassword ? { password: textOf(values, "password") } : {}), {
    INVALID_PASSWORD: "password",
  });
  return (
    <FormDialog open {...dialog} busy={form.busy} problem={form.problem} onSubmit={form.onSubmit}>
      {hasPassword ? (
        <>
          {email ? <LoginHint email={email} /> : null}
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
