/** Sets up 2FA: shows the QR code if an app is used, and asks for the first code. */

import type { ReactElement } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { CopyButton } from "../primitives/copy-button.tsx";
import { QrCode } from "../primitives/qr-code.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useTwoFactorClient } from "./client.ts";
import { useTwoFactorUi } from "./ui.ts";

export interface EnrollFormProps {
  /** `null` if codes are sent by email. */
  readonly totpURI: string | null;
  onDone(): void;
  onCancel(): void;
}

/** The form for the first code, which turns 2FA on. */
export function EnrollForm({ totpURI, onDone, onCancel }: EnrollFormProps): ReactElement {
  const client = useTwoFactorClient();
  const { cancel } = useAuthUi().texts;
  const { enrol } = useTwoFactorUi().texts;
  const form = useForm(
    async (values) => {
      const { verifyTotp, verifyOtp } = client.twoFactor;
      const result = await (totpURI === null ? verifyOtp : verifyTotp)({ code: textOf(values, "code") });
      if (!result.error) onDone();
      return result;
    },
    { INVALID_CODE: "code", OTP_HAS_EXPIRED: "code" },
  );
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <ErrorAlert error={form.problem} />
      {totpURI === null ? <p className="lk-part-text">{enrol.mailText}</p> : <TotpQrCode totpURI={totpURI} />}
      <CodeField label={enrol.code} name="code" length={6} required error={form.fieldErrors.code} />
      <div className="lk-actions">
        <Button type="submit" busy={form.busy}>
          {enrol.submit}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}

/** The QR code and the key for an authenticator app. */
export function TotpQrCode({ totpURI }: { readonly totpURI: string }): ReactElement {
  const { enrol } = useTwoFactorUi().texts;
  const key = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <div className="lk-scan">
      <QrCode value={totpURI} label={enrol.qrLabel} />
      <div className="lk-scan-text">
        <p className="lk-part-text">{enrol.scanText}</p>
        <p className="lk-part-text">
          {enrol.keyText} <code className="lk-code">{key}</code>
        </p>
        <CopyButton text={key}>{enrol.copyKey}</CopyButton>
      </div>
    </div>
  );
}
