/** The dialog to add or change a phone number: the number, then the code. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { useAccountState } from "../account/account-state.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import type { RowDialogProps } from "../primitives/row.tsx";
import { useToast } from "../primitives/toast.tsx";
import { retryAfterOf, useCooldown } from "../primitives/use-cooldown.ts";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useFormCaptchas } from "../provider/plugin.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill, isolateLtr } from "../texts/texts.ts";
import { usePhoneNumberClient, usePhoneNumberUi } from "./ui.ts";

/** Props for `PhoneNumberDialog`. */
export type PhoneNumberDialogProps = RowDialogProps;

const sendPath = "/phone-number/send-otp";

const fieldByErrorCode = {
  INVALID_PHONE_NUMBER: "phoneNumber",
  PHONE_NUMBER_EXIST: "code",
  INVALID_OTP: "code",
  OTP_NOT_FOUND: "code",
  OTP_EXPIRED: "code",
  TOO_MANY_ATTEMPTS: "code",
};

export function PhoneNumberDialog({ open, returnFocusTo, onClose }: PhoneNumberDialogProps): ReactElement {
  const client = usePhoneNumberClient();
  const { label, settings } = usePhoneNumberUi().texts;
  const showToast = useToast();
  const account = useAccountState();
  const capabilities = useCapabilities();
  const country = capabilities?.plugins["phone-number"]?.defaultCountry ?? null;
  const digits = capabilities?.signIn.phone?.digits ?? 6;
  /** The number that a code was sent to. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const captchas = useFormCaptchas(sendPath);
  const form = useForm(async (values) => {
    if (sentTo === null) {
      const phoneNumber = textOf(values, "phoneNumber").trim();
      setTyped(phoneNumber);
      const result = await client.phoneNumber.sendOtp({ phoneNumber }, captchas.consume(values));
      if (!result.error) setSentTo(phoneNumber);
      return result;
    }
    const code = textOf(values, "code");
    const result = await client.phoneNumber.verify({ phoneNumber: sentTo, code, updatePhoneNumber: true });
    if (!result.error) {
      showToast({ text: settings.saved });
      void account.reload();
      onClose();
    }
    return result;
  }, fieldByErrorCode);
  return (
    <FormDialog
      open={open}
      title={sentTo === null ? settings.addTitle : settings.codeTitle}
      text={sentTo === null ? settings.addText : fill(settings.codeText, { phoneNumber: isolateLtr(sentTo) })}
      submit={sentTo === null ? settings.send : settings.verify}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {sentTo === null ? (
        <>
          <Field
            key="number"
            label={label}
            name="phoneNumber"
            type="tel"
            autoComplete="tel"
            dir="ltr"
            required
            defaultValue={typed}
            hint={country === null ? settings.hint : settings.hintWithCountry}
            error={form.fieldErrors.phoneNumber}
          />
          {captchas.fields}
        </>
      ) : (
        <>
          <CodeField
            key="code"
            label={settings.code}
            name="code"
            length={digits}
            hint={fill(settings.codeHint, { digits: String(digits) })}
            required
            autoFocus
            error={form.fieldErrors.code}
          />
          <Resend phoneNumber={sentTo} onBack={() => setSentTo(null)} />
        </>
      )}
    </FormDialog>
  );
}

function Resend({ phoneNumber, onBack }: { readonly phoneNumber: string; onBack(): void }): ReactElement {
  const client = usePhoneNumberClient();
  const { settings } = usePhoneNumberUi().texts;
  // The dialog has just sent a code. The server texts a number once a minute at most.
  const cooldown = useCooldown(true, 60);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ClientError | null>(null);
  const [isResent, setResent] = useState(false);
  const isGuarded = useFormCaptchas(sendPath).fields.length > 0;
  const resend = async (): Promise<void> => {
    // Only the form has the captcha.
    if (isGuarded) return onBack();
    setBusy(true);
    const { error } = await client.phoneNumber.sendOtp({ phoneNumber });
    setBusy(false);
    setProblem(error);
    setResent(!error);
    const wait = retryAfterOf(error);
    if (!error || wait !== undefined) cooldown.start(wait);
  };
  return (
    <>
      <ErrorAlert error={problem} />
      <div className="lk-actions">
        <Button variant="ghost" size="small" onClick={onBack}>
          {settings.back}
        </Button>
        <Button variant="ghost" size="small" busy={busy} blocked={cooldown.left > 0} onClick={() => void resend()}>
          {cooldown.left > 0 ? fill(settings.sendAgainIn, { seconds: String(cooldown.left) }) : settings.sendAgain}
        </Button>
        <span className="lk-note" role="status">
          {isResent ? settings.sent : ""}
        </span>
      </div>
    </>
  );
}
