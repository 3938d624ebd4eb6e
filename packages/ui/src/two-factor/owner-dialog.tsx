/** Asks for the password before something of the second factor changes; whoever has none proves themselves another way. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useTwoFactorClient } from "./client.ts";

export interface OwnerDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly look?: "primary" | "danger";
  readonly hasPassword: boolean;
  /** Does it; the dialog shows a refusal, and is closed by its owner where there is none. */
  onConfirm(owner: { readonly password?: string }): Promise<{ readonly error: ClientError | null }>;
  onClose(): void;
}

export function OwnerDialog({ hasPassword, onConfirm, ...dialog }: OwnerDialogProps): ReactElement {
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
