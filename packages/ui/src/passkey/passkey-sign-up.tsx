/** The page for signing up with a passkey instead of a password. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard } from "../auth/auth-card.tsx";
import { useOffer } from "../auth/use-offer.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { BackupCodes } from "../primitives/backup-codes.tsx";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { useFormCaptchas } from "../provider/plugin.ts";
import type { MethodStepProps } from "../provider/sign-in-method.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { AppFields, readAppFields } from "../sign-up/app-fields.tsx";
import { CheckEmail } from "../sign-up/check-email.tsx";
import { usePasskeyClient, usePasskeyUi } from "./ui.ts";

const fieldByErrorCode = { INVALID_EMAIL: "email", USER_ALREADY_EXISTS: "email", RESOLVED_USER_INVALID: "name" };

/**
 * The error that the server returns if the user is already signed in. Shown early, because the server would return it
 * only after the browser has created the passkey.
 */
const alreadySignedIn: ClientError = { code: "SIGNED_IN", message: "", status: 400, statusText: "", details: {} };

/** A new user without an email, and their backup codes. */
interface NewUser {
  readonly response: object;
  readonly codes: readonly string[];
}

/** Asks for the name and, if the server requires one, the email. The browser then asks for the passkey. */
export function PasskeySignUp(props: MethodStepProps): ReactElement {
  const { frame, backLabel, redirect, onResponse, onBack } = props;
  const client = usePasskeyClient();
  const { texts } = useAuthUi();
  const { signUp } = usePasskeyUi().texts;
  const { fields } = useOffer();
  const memory = usePageMemory();
  const asksForEmail = useCapabilities()?.plugins.passkey?.signUpEmail ?? true;
  const captchas = useFormCaptchas("/passkey/generate-sign-up-options");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [created, setCreated] = useState<NewUser | null>(null);
  const session = client.useSession();
  const form = useForm(async (values) => {
    if (session.data) return { error: alreadySignedIn };
    const email = textOf(values, "email").trim();
    const result = await client.signUp.passkey(
      { name: textOf(values, "name").trim(), ...(asksForEmail ? { email } : {}), ...readAppFields(fields, values) },
      captchas.consume(values),
    );
    if (result.data && "token" in result.data && !result.data.token) setSentTo(email);
    else if (result.data && "backupCodes" in result.data && result.data.backupCodes) {
      setCreated({ response: result.data, codes: result.data.backupCodes });
    } else if (result.data) onResponse(result.data);
    return result;
  }, fieldByErrorCode);
  if (sentTo !== null) {
    return <CheckEmail {...frame} footer={frame.footer} email={sentTo} redirect={redirect} onChange={onBack} />;
  }
  if (created) return <NewCodes frame={frame} codes={created.codes} onDone={() => onResponse(created.response)} />;
  return (
    <AuthCard key="passkey" {...frame} title={texts.signUp.title} subtitle={signUp.text} focusOnMount>
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem && form.error} />
        <Field label={texts.name} name="name" autoComplete="name" required error={form.fieldErrors.name} />
        {asksForEmail ? (
          <Field
            label={texts.email}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={memory.identifier.includes("@") ? memory.identifier : ""}
            onChange={(event) => {
              memory.identifier = event.currentTarget.value.trim();
            }}
            required
            error={form.fieldErrors.email}
          />
        ) : null}
        <AppFields fields={fields} errors={form.fieldErrors} />
        {captchas.fields}
        <Button type="submit" busy={form.busy}>
          {signUp.submit}
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

interface NewCodesProps extends Pick<MethodStepProps, "frame"> {
  readonly codes: readonly string[];
  onDone(): void;
}

/** Shows the codes once. */
function NewCodes({ frame, codes, onDone }: NewCodesProps): ReactElement {
  const { backupCodes: words } = usePasskeyUi().texts;
  const [isSaved, setSaved] = useState(false);
  return (
    <AuthCard key="backup-codes" {...frame} footer={null} title={words.title} subtitle={words.text} focusOnMount>
      <div className="lk-form">
        <BackupCodes codes={codes} words={words} onSaved={() => setSaved(true)} />
        {isSaved ? null : <p className="lk-note">{words.saveFirst}</p>}
        <Button blocked={!isSaved} onClick={onDone}>
          {words.saved}
        </Button>
      </div>
    </AuthCard>
  );
}
