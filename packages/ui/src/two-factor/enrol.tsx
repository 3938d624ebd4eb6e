/** Setting up a second factor: what to scan or to wait for, and the first code. */

import type { ReactElement } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { CopyButton } from "../primitives/copy-button.tsx";
import { QrCode } from "../primitives/qr-code.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import { useTwoFactorClient } from "./client.ts";
import type { TwoFactorUi } from "./plugin.tsx";

export interface EnrolProps {
  /** `null`: codes come by mail. */
  readonly totpURI: string | null;
  onDone(): void;
  onCancel(): void;
}

/** Takes the first code, with which the second factor begins to count. */
export function Enrol({ totpURI, onDone, onCancel }: EnrolProps): ReactElement {
  const client = useTwoFactorClient();
  const { cancel } = useAuthUi().texts;
  const { enrol } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()").texts;
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
      {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
      {totpURI === null ? <p className="lk-part-text">{enrol.mailText}</p> : <Scan totpURI={totpURI} />}
      <CodeField label={enrol.code} name="code" length={6} required error={form.fieldErrors.code} />
      <div className="lk-actions">
        <Button type="submit" busy={form.busy}>
          {enrol.submit}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}

/** What an authenticator app needs: to scan, or to type. */
export function Scan({ totpURI }: { readonly totpURI: string }): ReactElement {
  const { enrol } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()").texts;
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
