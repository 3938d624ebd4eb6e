/** The last confirmation before an account is deleted. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Email } from "../primitives/email.tsx";
import { Field, PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";

export interface DeleteAccountDialogProps {
  readonly email: string;
  /** Whether to ask for the password. Without one, the server asks for another proof if the session isn't fresh. */
  readonly hasPassword: boolean;
  onDeleted(): void;
  onClose(): void;
}

export function DeleteAccountDialog(props: DeleteAccountDialogProps): ReactElement {
  const { email, hasPassword, onDeleted, onClose } = props;
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const words = texts.deleteAccount;
  const [typed, setTyped] = useState("");
  const form = useForm(
    async (values) => {
      const result = await client.deleteUser({
        ...(hasPassword ? { password: textOf(values, "password") } : {}),
        callbackURL: paths.accountDeleted,
      });
      if (result.data) onDeleted();
      return result;
    },
    { INVALID_PASSWORD: "password" },
  );
  return (
    <FormDialog
      open
      variant="destructive"
      title={words.dialogTitle}
      text={words.dialogText}
      submit={words.submit}
      busy={form.busy}
      blocked={typed.trim().toLowerCase() !== email.toLowerCase()}
      problem={form.problem}
      onSubmit={form.onSubmit}
      // A request in flight can't be canceled.
      onClose={() => (form.busy ? undefined : onClose())}
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
      <Field
        label={<Sentence text={words.typeEmail} values={{ email: <Email value={email} /> }} />}
        name="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={form.fieldErrors.email}
      />
    </FormDialog>
  );
}
