/** Sets up a second factor, step by step: password, QR code, first code, and backup codes. */

import type { ClientError } from "@latchkey/react";
import type { TwoFactorMethod } from "@latchkey/two-factor";
import { type ReactElement, type RefObject, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { BackupCodes } from "../primitives/backup-codes.tsx";
import { Button } from "../primitives/button.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { FormDialog, type FormDialogProps } from "../primitives/form-dialog.tsx";
import { retryAfterOf, useCooldown } from "../primitives/use-cooldown.ts";
import { type FormState, type SubmitResult, textOf, useForm } from "../primitives/use-form.ts";
import { fill } from "../texts/texts.ts";
import { useTwoFactorClient } from "./client.ts";
import { passwordErrors, ReauthenticateFields, type Reauthentication, reauthenticationOf } from "./reauthenticate.tsx";
import { TotpQrCode } from "./totp-qr-code.tsx";
import { useTwoFactorCapabilities, useTwoFactorUi } from "./ui.ts";

/** Props for `SetUpDialog`. */
export interface SetUpDialogProps {
  readonly method: TwoFactorMethod;
  /** The setup that has already started. `null` asks for the password first. */
  readonly started: Enrollment | null;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Runs after 2FA turned on. The dialog stays open for the backup codes. */
  onEnabled(): void;
  onClose(): void;
}

type Step = "confirm" | "scan" | "code" | "codes";

/** What the server returned when the user started to set up a method. */
export interface Enrollment {
  /** `null` if codes are sent by email. */
  readonly totpURI: string | null;
  readonly codes: readonly string[];
}

/** The dialog that sets up an authenticator app or email codes. */
export function SetUpDialog({ method, started, returnFocusTo, onEnabled, onClose }: SetUpDialogProps): ReactElement {
  const { enroll, settings, backupCodes } = useTwoFactorUi().texts;
  const [step, setStep] = useState<Step>(started ? firstStepOf(started) : "confirm");
  const [enrollment, setEnrollment] = useState<Enrollment>(started ?? { totpURI: null, codes: [] });
  const [isSaved, setSaved] = useState(false);
  const calls = useEnrollmentCalls(method);
  const sends: Readonly<Record<Step, (values: FormData) => Promise<SubmitResult>>> = {
    async confirm(values) {
      const { data, error } = await calls.start(reauthenticationOf(values));
      if (!data) return { error };
      setEnrollment(data);
      setStep(firstStepOf(data));
      return { error: null };
    },
    async scan() {
      setStep("code");
      return { error: null };
    },
    async code(values) {
      const result = await calls.verify({ code: textOf(values, "code") });
      if (result.error) return result;
      setStep("codes");
      onEnabled();
      return result;
    },
    async codes() {
      if (isSaved) onClose();
      return { error: null };
    },
  };
  const form = useForm((values) => sends[step](values), {
    ...passwordErrors,
    INVALID_CODE: "code",
    OTP_HAS_EXPIRED: "code",
  });
  const title = method === "totp" ? settings.turnOnTotp : settings.turnOnOtp;
  const codeText = method === "totp" ? enroll.codeText : enroll.mailText;
  const look: Readonly<Record<Step, Pick<FormDialogProps, "title" | "text" | "submit"> & Partial<FormDialogProps>>> = {
    confirm: { title: settings.confirmTitle, text: title, submit: settings.continue },
    scan: { title, text: enroll.scanText, submit: settings.continue },
    code: { title, text: codeText, submit: enroll.submit },
    codes: {
      title: backupCodes.title,
      text: backupCodes.text,
      submit: backupCodes.saved,
      dismiss: null,
      blocked: !isSaved,
    },
  };
  // The codes can't be shown again, so only the button closes their step.
  const close = (): void => (step === "codes" && !isSaved ? undefined : onClose());
  return (
    <FormDialog
      open
      wide={step === "scan" || step === "codes"}
      {...look[step]}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={close}
    >
      {step === "confirm" ? <ReauthenticateFields error={form.fieldErrors.password} /> : null}
      {step === "scan" && enrollment.totpURI !== null ? <TotpQrCode totpURI={enrollment.totpURI} /> : null}
      {step === "code" ? (
        <CodeStep method={method} form={form} onBack={() => setStep("scan")} onResend={calls.send} />
      ) : null}
      {step === "codes" ? (
        <>
          <Alert tone="success">{enroll.done}</Alert>
          <BackupCodes codes={enrollment.codes} words={backupCodes} onSaved={() => setSaved(true)} />
          {isSaved ? null : <p className="lk-note">{backupCodes.saveFirst}</p>}
        </>
      ) : null}
    </FormDialog>
  );
}

function firstStepOf({ totpURI }: Enrollment): Step {
  return totpURI === null ? "code" : "scan";
}

/** The outcome of starting to set up a method. */
type Started =
  | { readonly data: Enrollment; readonly error: null }
  | { readonly data: null; readonly error: ClientError };

function useEnrollmentCalls(method: TwoFactorMethod) {
  const start = useStartEnrollment();
  const { twoFactor } = useTwoFactorClient();
  return {
    send: () => twoFactor.sendOtp(),
    verify: method === "totp" ? twoFactor.verifyTotp : twoFactor.verifyOtp,
    start: (reauthentication: Reauthentication) => start(method, reauthentication),
  };
}

/** Returns a function that starts to set up a method, and sends the first code if there's no app. */
export function useStartEnrollment(): (method: TwoFactorMethod, by: Reauthentication) => Promise<Started> {
  const { twoFactor } = useTwoFactorClient();
  return async (method, by) => {
    const { data, error } = await twoFactor.enable({ ...by, method });
    if (error) return { data: null, error };
    const totpURI = data.method === "totp" ? data.totpURI : null;
    if (totpURI === null) {
      const sent = await twoFactor.sendOtp();
      if (sent.error) return { data: null, error: sent.error };
    }
    return { data: { totpURI, codes: data.backupCodes }, error: null };
  };
}

interface CodeStepProps {
  readonly method: TwoFactorMethod;
  readonly form: FormState;
  onBack(): void;
  onResend(): Promise<SubmitResult>;
}

function CodeStep({ method, form, onBack, onResend }: CodeStepProps): ReactElement {
  const { enroll, step } = useTwoFactorUi().texts;
  const digits = useTwoFactorCapabilities()?.[method]?.digits ?? 6;
  // The dialog has just sent a code.
  const cooldown = useCooldown(true);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<ClientError | null>(null);
  const [isResent, setResent] = useState(false);
  const resend = async (): Promise<void> => {
    setSending(true);
    const { error } = await onResend();
    setSending(false);
    setResent(!error);
    setProblem(error);
    const wait = retryAfterOf(error);
    if (!error || wait !== undefined) cooldown.start(wait);
  };
  return (
    <>
      <ErrorAlert error={problem} />
      <CodeField
        label={enroll.code}
        name="code"
        length={digits}
        hint={fill(step.codeHint, { digits: String(digits) })}
        required
        autoFocus
        error={form.fieldErrors.code}
      />
      <div className="lk-actions">
        {method === "totp" ? (
          <Button variant="ghost" size="small" onClick={onBack}>
            {enroll.back}
          </Button>
        ) : (
          <Button variant="ghost" size="small" busy={sending} blocked={cooldown.left > 0} onClick={() => void resend()}>
            {cooldown.left > 0 ? fill(step.sendAgainIn, { seconds: String(cooldown.left) }) : step.sendAgain}
          </Button>
        )}
        <span className="lk-note" role="status">
          {isResent ? step.sent : ""}
        </span>
      </div>
    </>
  );
}
