/** The page for users without an email who lost their passkeys. */

import type { ReactElement } from "react";
import { AuthCard } from "../auth/auth-card.tsx";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import type { MethodStepProps } from "../provider/sign-in-method.ts";
import { usePasskeyClient, usePasskeyUi } from "./ui.ts";

/** Asks for a backup code. The browser then asks for the new passkey. */
export function PasskeyRecovery({ frame, backLabel, onResponse, onBack }: MethodStepProps): ReactElement {
  const client = usePasskeyClient();
  const { recovery } = usePasskeyUi().texts;
  const form = useForm(
    async (values) => {
      const result = await client.passkey.recover({ code: textOf(values, "code").trim() });
      if (result.data) onResponse(result.data);
      return result;
    },
    { INVALID_BACKUP_CODE: "code" },
  );
  return (
    <AuthCard key="passkey-recovery" {...frame} title={recovery.title} subtitle={recovery.text} focusOnMount>
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem && form.error} />
        <Field
          label={recovery.code}
          name="code"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          required
          error={form.fieldErrors.code}
        />
        <Button type="submit" busy={form.busy}>
          {recovery.submit}
        </Button>
      </form>
      <div className="lk-methods-back">
        <button type="button" className="lk-link" onClick={onBack}>
          {backLabel}
        </button>
      </div>
    </AuthCard>
  );
}
