/** Reauthentication with the second factor. */

import type { TwoFactorAccountState, TwoFactorMethod } from "@latchkey/two-factor";
import type { ReactElement } from "react";
import { CodeField } from "../primitives/code-field.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf } from "../primitives/use-form.ts";
import type { ProofFieldsProps, ProofMethod, ProofUser } from "../provider/proof-method.ts";
import { fill } from "../texts/texts.ts";
import type { TwoFactorClient } from "./client.ts";
import type { TwoFactorTexts } from "./texts.ts";
import { useTwoFactorCapabilities, useTwoFactorUi } from "./ui.ts";

const factor = "two-factor";
const fieldByErrorCode = {
  INVALID_CODE: "code",
  OTP_HAS_EXPIRED: "code",
  INVALID_BACKUP_CODE: "code",
  VALIDATION_ERROR: "code",
};

/** The ways to confirm with an authenticator app, an emailed code, or a backup code. */
export function twoFactorProofs({ step, proof }: TwoFactorTexts): readonly ProofMethod[] {
  const { submit } = proof;
  return [
    {
      id: "totp",
      factor,
      icon: "smartphone",
      label: step.useTotp,
      text: step.totpText,
      submit,
      isAvailable: (user) => hasMethod(user, "totp"),
      Fields: TotpFields,
      prove: (client, values) => (client as TwoFactorClient).twoFactor.verifyTotp({ code: textOf(values, "code") }),
      fieldByErrorCode,
    },
    {
      id: "otp",
      factor,
      icon: "mail",
      label: step.useOtp,
      text: proof.otpSent,
      submit,
      isAvailable: (user) => hasMethod(user, "otp"),
      start: {
        text: step.otpText,
        submit: step.send,
        run: (client) => (client as TwoFactorClient).twoFactor.sendOtp(),
      },
      Fields: OtpFields,
      prove: (client, values) => (client as TwoFactorClient).twoFactor.verifyOtp({ code: textOf(values, "code") }),
      fieldByErrorCode,
    },
    {
      id: "backup-code",
      factor,
      icon: "key-round",
      label: step.useBackup,
      text: step.backupText,
      submit,
      isAvailable: (user) => (factorsOf(user)?.backupCodes ?? 0) > 0,
      Fields: BackupFields,
      prove: (client, values) =>
        (client as TwoFactorClient).twoFactor.verifyBackupCode({ code: textOf(values, "code").trim() }),
      fieldByErrorCode,
    },
  ];
}

function factorsOf({ account }: ProofUser) {
  return (account as TwoFactorAccountState | null)?.twoFactor;
}

/** A server that doesn't list its methods counts as having all of them, and rejects those that it lacks. */
function hasMethod(user: ProofUser, method: TwoFactorMethod): boolean {
  return factorsOf(user)?.methods.includes(method) ?? user.account === null;
}

function TotpFields(props: ProofFieldsProps): ReactElement {
  return <CodeFields {...props} method="totp" />;
}

function OtpFields(props: ProofFieldsProps): ReactElement {
  return <CodeFields {...props} method="otp" />;
}

function CodeFields({ errors, method }: ProofFieldsProps & { readonly method: TwoFactorMethod }): ReactElement {
  const { step } = useTwoFactorUi().texts;
  const digits = useTwoFactorCapabilities()?.[method]?.digits ?? 6;
  return (
    <CodeField
      label={step.code}
      name="code"
      length={digits}
      hint={fill(step.codeHint, { digits: String(digits) })}
      required
      error={errors.code}
    />
  );
}

function BackupFields({ errors }: ProofFieldsProps): ReactElement {
  const { step } = useTwoFactorUi().texts;
  return (
    <Field
      label={step.backupCode}
      name="code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={errors.code}
    />
  );
}
