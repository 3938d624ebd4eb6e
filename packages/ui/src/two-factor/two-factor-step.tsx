/** The second step of a sign-in. */

import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { useTwoFactorClient } from "./client.ts";
import { useTwoFactorUi } from "./ui.ts";

/** Props of `TwoFactorStep`. */
export interface TwoFactorStepProps {
  readonly className?: string;
  /** Query string whose `?methods=totp,otp` lists the user's methods. Default: the current page's query. */
  readonly search?: string;
  /** Runs after sign-in. Default: navigates to the home path. */
  onSignedIn?(): void;
}

type VerificationMethod = "totp" | "otp" | "backup";

/** After these errors, the user must start the sign-in again. */
const expiredCodes = ["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE", "ACCOUNT_TEMPORARILY_LOCKED"];

/** Asks for a code from an authenticator app, an email, or a backup code, and completes the sign-in. */
export function TwoFactorStep(props: TwoFactorStepProps): ReactElement {
  return (
    <SetupBoundary>
      <TwoFactorStepContent {...props} />
    </SetupBoundary>
  );
}

function TwoFactorStepContent({ className, search, onSignedIn }: TwoFactorStepProps): ReactElement | null {
  const ui = useTwoFactorUi();
  const given = useSearchParams(search);
  const [chosen, setChosen] = useState<VerificationMethod | null>(null);
  if (given === null) return null;
  const named = (given.get("methods") ?? "").split(",");
  const known = ui.methods.filter((method) => named.includes(method));
  const ways: readonly VerificationMethod[] = [...(known.length > 0 ? known : ui.methods), "backup"];
  const way = chosen ?? ways[0] ?? "backup";
  return (
    <Step
      key={way}
      method={way}
      others={ways.filter((other) => other !== way)}
      className={className}
      onChoose={setChosen}
      onSignedIn={onSignedIn}
    />
  );
}

interface StepProps {
  readonly method: VerificationMethod;
  readonly others: readonly VerificationMethod[];
  readonly className: string | undefined;
  onChoose(way: VerificationMethod): void;
  readonly onSignedIn: (() => void) | undefined;
}

function Step({ method, others, className, onChoose, onSignedIn }: StepProps): ReactElement {
  const client = useTwoFactorClient();
  const { paths, navigate, Link } = useAuthUi();
  const { texts } = useTwoFactorUi();
  const [isOver, setOver] = useState(false);
  const verify = { totp: "verifyTotp", otp: "verifyOtp", backup: "verifyBackupCode" } as const;
  const form = useForm(
    async (values) => {
      const given = { code: textOf(values, "code"), trustDevice: values.has("trust") };
      const result = await client.twoFactor[verify[method]](given);
      if (result.error) setOver(expiredCodes.includes(result.error.code));
      else (onSignedIn ?? (() => navigate(paths.home)))();
      return result;
    },
    { INVALID_CODE: "code", INVALID_BACKUP_CODE: "code", OTP_HAS_EXPIRED: "code" },
  );
  const { step } = texts;
  const text = { totp: step.totpText, otp: step.otpText, backup: step.backupText }[method];
  const labels = { totp: step.useTotp, otp: step.useOtp, backup: step.useBackup };
  return (
    <Card
      title={step.title}
      subtitle={text}
      className={className}
      footer={
        <Link href={paths.signIn} className="lk-link">
          {step.startAgain}
        </Link>
      }
    >
      {method === "otp" ? <SendCode /> : null}
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        <CodeField
          label={method === "backup" ? step.backupCode : step.code}
          name="code"
          kind={method === "backup" ? "letters" : "digits"}
          length={method === "backup" ? 11 : 6}
          required
          autoFocus
          error={form.fieldErrors.code}
        />
        <Checkbox name="trust" label={step.trust} />
        <Button type="submit" busy={form.busy} blocked={isOver}>
          {step.submit}
        </Button>
      </form>
      <ul className="lk-ways">
        {others.map((other) => (
          <li key={other}>
            <button type="button" className="lk-link" onClick={() => onChoose(other)}>
              {labels[other]}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Sends a code only on request, so that a page reload doesn't send another one. */
function SendCode(): ReactElement {
  const client = useTwoFactorClient();
  const { step } = useTwoFactorUi().texts;
  const [sent, setSent] = useState(0);
  const form = useForm(async () => {
    const result = await client.twoFactor.sendOtp();
    if (!result.error) setSent((count) => count + 1);
    return result;
  });
  return (
    <form className="lk-form" onSubmit={form.onSubmit}>
      <ErrorAlert error={form.problem} />
      {sent && !form.busy ? (
        <Alert key={sent} tone="success">
          {step.sent}
        </Alert>
      ) : null}
      <Button type="submit" variant="secondary" busy={form.busy}>
        {sent ? step.sendAgain : step.send}
      </Button>
    </form>
  );
}
