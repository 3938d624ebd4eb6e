/** The form for the code in the second step, with the other methods below. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { CodeField } from "../primitives/code-field.tsx";
import { retryAfterOf, useCooldown } from "../primitives/use-cooldown.ts";
import { type FormState, type SubmitResult, textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill, fillCount } from "../texts/texts.ts";
import { useTwoFactorClient } from "./client.ts";
import { duration } from "./duration.ts";
import { OtherMethods } from "./other-methods.tsx";
import type { CodeMethod, PendingSignIn, VerificationMethod } from "./pending-sign-in.ts";
import { rememberSentCode, wasCodeSent } from "./sent-code.ts";
import { useTwoFactorUi } from "./ui.ts";

/** Props for `StepForm`. */
export interface StepFormProps {
  readonly pending: PendingSignIn;
  readonly frame: AuthPageProps;
  readonly footer: ReactNode;
  /** Reads how many attempts are left. */
  onWrongCode(): Promise<void>;
  /** Runs if no further code can complete the sign-in. */
  onEnd(reason: ClientError): void;
  onSignedIn(): void;
}

/** After these errors, the user must start the sign-in again. */
const finalCodes = ["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE", "ACCOUNT_TEMPORARILY_LOCKED"];

const fieldByErrorCode = {
  INVALID_CODE: "code",
  INVALID_BACKUP_CODE: "code",
  OTP_HAS_EXPIRED: "code",
  VALIDATION_ERROR: "code",
};

const calls = { totp: "verifyTotp", otp: "verifyOtp", backup: "verifyBackupCode" } as const;

/** Asks for a code, or for a factor of another plugin, with the other methods below. */
export function StepForm(props: StepFormProps): ReactElement {
  const { pending, frame, footer, onEnd, onSignedIn } = props;
  const { step } = useTwoFactorUi().texts;
  const [chosen, setChosen] = useState<VerificationMethod | null>(null);
  const sending = useSendCode(pending.id);
  const method = chosen ?? pending.methods[0] ?? "backup";
  const keyOf = (method: VerificationMethod): string => (typeof method === "string" ? method : method.method);
  const others = (
    <OtherMethods
      methods={pending.methods.filter((other) => keyOf(other) !== keyOf(method))}
      onChoose={(next) => {
        setChosen(next);
        if (next === "otp") void sending.send();
      }}
    />
  );
  if (typeof method === "string") {
    return <CodeForm key={method} {...props} method={method} sending={sending} others={others} />;
  }
  return (
    <AuthCard {...frame} title={step.title} subtitle={method.text} footer={footer}>
      <method.Form onEnd={onEnd} onSignedIn={onSignedIn} />
      {others}
    </AuthCard>
  );
}

interface CodeFormProps extends StepFormProps {
  readonly method: CodeMethod;
  readonly sending: SendingState;
  readonly others: ReactNode;
}

/**
 * Asks for a code. An email has to be requested first. The checkbox comes before the code, because the code's last
 * digit submits the form.
 */
function CodeForm({ pending, frame, footer, method, sending, others, ...on }: CodeFormProps): ReactElement {
  const client = useTwoFactorClient();
  const { texts } = useAuthUi();
  const { step, errors } = useTwoFactorUi().texts;
  const [wrong, setWrong] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm(async (values) => {
    const input = { code: textOf(values, "code"), trustDevice: values.has("trust") };
    const result = await client.twoFactor[calls[method]](input);
    if (!result.error) on.onSignedIn();
    else if (finalCodes.includes(result.error.code)) on.onEnd(result.error);
    else await rejected(result.error);
    return toWrongCodeError(result, method, errors);
  }, fieldByErrorCode);
  const rejected = async ({ code }: ClientError): Promise<void> => {
    if (!Object.hasOwn(fieldByErrorCode, code)) return;
    const input = element.current?.elements.namedItem("code");
    if (input instanceof HTMLInputElement) input.value = "";
    setWrong((count) => count + 1);
    await on.onWrongCode();
  };
  const canEnter = method !== "otp" || sending.isSent;
  const problem = sending.error && method === "otp" ? errorText(texts, sending.error) : form.problem;
  const subtitle = { totp: step.totpText, otp: sending.isSent ? step.sent : step.otpText, backup: step.backupText };
  return (
    <AuthCard
      {...frame}
      {...(canEnter ? {} : { focusOnMount: true })}
      title={step.title}
      subtitle={subtitle[method]}
      footer={footer}
    >
      <form className="lk-form" ref={element} onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={problem} />
        {method === "otp" ? <SendCode {...sending} /> : null}
        {canEnter ? <CodeInputs method={method} pending={pending} form={form} isWrong={wrong > 0} /> : null}
      </form>
      {others}
    </AuthCard>
  );
}

interface CodeInputsProps {
  readonly method: CodeMethod;
  readonly pending: PendingSignIn;
  readonly form: FormState;
  /** Whether the user entered a wrong code. */
  readonly isWrong: boolean;
}

function CodeInputs({ method, pending, form, isWrong }: CodeInputsProps): ReactElement {
  const { texts } = useAuthUi();
  const { step } = useTwoFactorUi().texts;
  const isBackup = method === "backup";
  const length = pending.lengths[method];
  return (
    <>
      {pending.trustFor > 0 ? (
        <Checkbox name="trust" label={fill(step.trust, { time: duration(pending.trustFor, texts.language) })} />
      ) : null}
      <CodeField
        label={isBackup ? step.backupCode : step.code}
        name="code"
        kind={isBackup ? "letters" : "digits"}
        length={length}
        hint={isBackup ? undefined : fill(step.codeHint, { digits: String(length) })}
        required
        autoFocus
        error={form.fieldErrors.code}
      />
      {isWrong && pending.attemptsLeft !== null ? (
        <p className="lk-note lk-attempts" role="status">
          {fillCount(texts, step.attemptsLeft, pending.attemptsLeft)}
        </p>
      ) : null}
      <Button type="submit" busy={form.busy}>
        {step.submit}
      </Button>
    </>
  );
}

/** Shows a code of the wrong length as a wrong code. */
function toWrongCodeError(
  { error }: SubmitResult,
  method: CodeMethod,
  errors: Readonly<Record<string, string>>,
): SubmitResult {
  if (error?.code !== "VALIDATION_ERROR") return { error };
  const code = method === "backup" ? "INVALID_BACKUP_CODE" : "INVALID_CODE";
  return { error: { ...error, code, message: errors[code] ?? error.message } };
}

interface SendingState {
  readonly isSent: boolean;
  readonly busy: boolean;
  readonly error: ClientError | null;
  /** Seconds until another code can be requested. */
  readonly left: number;
  send(): Promise<void>;
}

/** @param signIn identifies the pending sign-in */
function useSendCode(signIn: string | null): SendingState {
  const client = useTwoFactorClient();
  const cooldown = useCooldown();
  const [state, setState] = useState<Pick<SendingState, "isSent" | "busy" | "error">>({
    isSent: signIn !== null && wasCodeSent(signIn),
    busy: false,
    error: null,
  });
  return {
    ...state,
    left: cooldown.left,
    async send() {
      if (state.busy || cooldown.left > 0) return;
      setState((previous) => ({ ...previous, busy: true, error: null }));
      const { error } = await client.twoFactor.sendOtp();
      if (!error && signIn !== null) rememberSentCode(signIn);
      setState((previous) => ({ isSent: previous.isSent || !error, busy: false, error }));
      const wait = retryAfterOf(error);
      if (!error || wait !== undefined) cooldown.start(wait);
    },
  };
}

/** Sends a code only on request, so that a page reload doesn't send another one. */
function SendCode({ isSent, busy, left, send }: SendingState): ReactElement {
  const { step } = useTwoFactorUi().texts;
  const wait = left > 0 ? fill(step.sendAgainIn, { seconds: String(left) }) : null;
  return (
    <>
      <Button variant={isSent ? "secondary" : "primary"} busy={busy} blocked={left > 0} onClick={() => void send()}>
        {wait ?? (isSent ? step.sendAgain : step.send)}
      </Button>
      <span className="lk-hidden" role="status">
        {isSent && !busy ? step.sent : ""}
      </span>
    </>
  );
}
