/** The second step of a sign-in. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useSearch } from "../primitives/use-search.ts";
import { useAuthUi } from "../provider/context.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import { useTwoFactorClient } from "./client.ts";
import type { TwoFactorUi } from "./plugin.tsx";

/** What `TwoFactorStep` takes. */
export interface TwoFactorStepProps {
  readonly className?: string;
  /** Of the page's address: `?methods=totp,otp` says which ways the person has. Default: the page's own. */
  readonly search?: string;
  /** Instead of going to the home path. */
  onSignedIn?(): void;
}

type Way = "totp" | "otp" | "backup";

/** Nothing can be done with the sign-in any more: it begins anew. */
const over = ["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE", "ACCOUNT_TEMPORARILY_LOCKED"];

/** Takes a code of an app, one by mail, or a backup code, and finishes the sign-in. */
export function TwoFactorStep({ className, search, onSignedIn }: TwoFactorStepProps): ReactElement | null {
  const ui = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()");
  const given = useSearch(search);
  const [chosen, setChosen] = useState<Way | null>(null);
  if (given === null) return null;
  const named = (given.get("methods") ?? "").split(",");
  const known = ui.methods.filter((method) => named.includes(method));
  const ways: readonly Way[] = [...(known.length > 0 ? known : ui.methods), "backup"];
  const way = chosen ?? ways[0] ?? "backup";
  return (
    <Step
      key={way}
      way={way}
      others={ways.filter((other) => other !== way)}
      className={className}
      onChoose={setChosen}
      onSignedIn={onSignedIn}
    />
  );
}

interface StepProps {
  readonly way: Way;
  readonly others: readonly Way[];
  readonly className: string | undefined;
  onChoose(way: Way): void;
  readonly onSignedIn: (() => void) | undefined;
}

function Step({ way, others, className, onChoose, onSignedIn }: StepProps): ReactElement {
  const client = useTwoFactorClient();
  const { paths, navigate, Link } = useAuthUi();
  const { texts } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()");
  const [isOver, setOver] = useState(false);
  const verify = { totp: "verifyTotp", otp: "verifyOtp", backup: "verifyBackupCode" } as const;
  const form = useForm(
    async (values) => {
      const given = { code: textOf(values, "code"), trustDevice: values.has("trust") };
      const result = await client.twoFactor[verify[way]](given);
      if (result.error) setOver(over.includes(result.error.code));
      else (onSignedIn ?? (() => navigate(paths.home)))();
      return result;
    },
    { INVALID_CODE: "code", INVALID_BACKUP_CODE: "code", OTP_HAS_EXPIRED: "code" },
  );
  const { step } = texts;
  const text = { totp: step.totpText, otp: step.otpText, backup: step.backupText }[way];
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
      {way === "otp" ? <SendCode /> : null}
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
        <CodeField
          label={way === "backup" ? step.backupCode : step.code}
          name="code"
          kind={way === "backup" ? "letters" : "digits"}
          length={way === "backup" ? 11 : 6}
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

/** Sends a code when asked; a page that is reloaded sends none by itself. */
function SendCode(): ReactElement {
  const client = useTwoFactorClient();
  const { step } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()").texts;
  const [sent, setSent] = useState(0);
  const form = useForm(async () => {
    const result = await client.twoFactor.sendOtp();
    if (!result.error) setSent((count) => count + 1);
    return result;
  });
  return (
    <form className="lk-form" onSubmit={form.onSubmit}>
      {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
      {sent && !form.busy ? (
        <Alert key={sent} tone="success">
          {step.sent}
        </Alert>
      ) : null}
      <Button type="submit" look="quiet" busy={form.busy}>
        {sent ? step.sendAgain : step.send}
      </Button>
    </form>
  );
}
