/** The page where a user enters a device's code, and approves or denies it. */

import type { DeviceRequest } from "@latchkey/device-authorization";
import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { SignedInAs } from "../auth/signed-in-as.tsx";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { visibleName } from "../primitives/visible-name.ts";
import { useAuthUi } from "../provider/context.ts";
import { safeRedirect } from "../provider/redirect.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { RequireSession } from "../session-gate/require-session.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { RequestFacts, UserCode } from "./request-facts.tsx";
import { useDeviceClient, useDeviceUi } from "./ui.ts";

/** Props for `DeviceScreen`. */
export interface DeviceScreenProps extends AuthPageProps {
  /** Query string with the `?user_code=` of the device's link. Default: the current page's query. */
  readonly search?: string;
}

/**
 * Asks for the code, shows which app asks and from where, and connects the device after a click. Opening the page
 * changes nothing. Users who aren't signed in sign in first.
 */
export function DeviceScreen(props: DeviceScreenProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <RequireSession loading={<AuthCard {...props} title={texts.loading} pending="form" />}>
      <Steps {...props} />
    </RequireSession>
  );
}

type Step =
  | { readonly name: "enter" }
  | { readonly name: "decide"; readonly request: DeviceRequest }
  | { readonly name: "approved" | "denied" };

function Steps({ search, ...frame }: DeviceScreenProps): ReactElement {
  const [step, setStep] = useState<Step>({ name: "enter" });
  const start = (): void => setStep({ name: "enter" });
  if (step.name === "enter") {
    return <EnterCode {...frame} search={search} onFound={(request) => setStep({ name: "decide", request })} />;
  }
  if (step.name === "decide") {
    return <Decide {...frame} request={step.request} onDecided={(name) => setStep({ name })} onRestart={start} />;
  }
  return <Done {...frame} isApproved={step.name === "approved"} onRestart={start} />;
}

interface EnterCodeProps extends AuthPageProps {
  readonly search: string | undefined;
  onFound(request: DeviceRequest): void;
}

function EnterCode({ search, onFound, ...frame }: EnterCodeProps): ReactElement {
  const client = useDeviceClient();
  const words = useDeviceUi().texts;
  const rules = useCapabilities()?.plugins["device-authorization"];
  const form = useForm(
    async (values) => {
      const { data, error } = await client.device({ query: { user_code: textOf(values, "code") } });
      if (data?.status === "pending") onFound(data);
      return { error: error ?? (data && data.status !== "pending" ? alreadyDecided : null) };
    },
    { invalid_request: "code", expired_token: "code" },
  );
  const query = new URLSearchParams(search ?? (typeof location === "undefined" ? "" : location.search));
  // If codes must be typed, a link that contains one doesn't come from a device.
  const codeFromLink = rules?.requireTypedCode ? "" : (query.get("user_code") ?? "").slice(0, 24);
  return (
    <AuthCard {...frame} title={words.title} subtitle={words.text}>
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        <Field
          key={codeFromLink}
          label={words.code}
          name="code"
          defaultValue={codeFromLink}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
          dir="ltr"
          required
          error={form.fieldErrors.code}
        />
        <Button type="submit" fullWidth busy={form.busy}>
          {words.submit}
        </Button>
      </form>
    </AuthCard>
  );
}

/** The server's error for a code that was already approved or denied. */
const alreadyDecided: ClientError = {
  code: "invalid_request",
  message: "Device code already processed",
  status: 400,
  statusText: "Bad Request",
  details: {},
};

/** Errors after which this code can't be used, so the user needs a new one. */
const finalCodes: readonly string[] = ["expired_token", "invalid_request"];

interface DecideProps extends AuthPageProps {
  readonly request: DeviceRequest;
  onDecided(outcome: "approved" | "denied"): void;
  onRestart(): void;
}

function Decide({ request, onDecided, onRestart, ...frame }: DecideProps): ReactElement {
  const client = useDeviceClient();
  const words = useDeviceUi().texts;
  const [busy, setBusy] = useState<"approved" | "denied" | null>(null);
  const [problem, setProblem] = useState<ClientError | null>(null);
  const decide = async (outcome: "approved" | "denied"): Promise<void> => {
    setBusy(outcome);
    setProblem(null);
    const input = { userCode: request.user_code };
    const { error } = await (outcome === "approved" ? client.device.approve(input) : client.device.deny(input));
    setBusy(null);
    if (error) setProblem(error);
    else onDecided(outcome);
  };
  if (problem && finalCodes.includes(problem.code)) return <Ended {...frame} error={problem} onRestart={onRestart} />;
  const app = visibleName(request.client_name ?? request.client_id) || words.unknown;
  return (
    <AuthCard
      {...frame}
      focusOnMount
      title={fill(words.confirmTitle, { app })}
      subtitle={<Sentence text={words.confirmText} values={{ code: <UserCode code={request.user_code} /> }} />}
    >
      <SignedInAs texts={words} returnTo={pathWithCode(request.user_code)} />
      <Alert tone="warning">{words.warning}</Alert>
      <RequestFacts request={request} />
      <ErrorAlert error={problem} />
      <div className="lk-form">
        <Button fullWidth busy={busy === "approved"} onClick={() => void decide("approved")}>
          {words.approve}
        </Button>
        <Button fullWidth variant="secondary" busy={busy === "denied"} onClick={() => void decide("denied")}>
          {words.deny}
        </Button>
      </div>
    </AuthCard>
  );
}

/** Returns this page's path with the code, which the user may have typed. */
function pathWithCode(code: string): string | null {
  const url = new URL(location.href);
  url.searchParams.set("user_code", code);
  return safeRedirect(url.pathname + url.search);
}

interface EndedProps extends AuthPageProps {
  readonly error: ClientError;
  onRestart(): void;
}

function Ended({ error, onRestart, ...frame }: EndedProps): ReactElement {
  const { texts } = useAuthUi();
  const words = useDeviceUi().texts;
  const isExpired = error.code === "expired_token";
  return (
    <AuthCard
      {...frame}
      focusOnMount
      title={isExpired ? words.expiredTitle : words.invalidTitle}
      subtitle={isExpired ? words.expiredText : errorText(texts, error)}
    >
      <Button fullWidth onClick={onRestart}>
        {words.another}
      </Button>
    </AuthCard>
  );
}

interface DoneProps extends AuthPageProps {
  readonly isApproved: boolean;
  onRestart(): void;
}

function Done({ isApproved, onRestart, ...frame }: DoneProps): ReactElement {
  const words = useDeviceUi().texts;
  return (
    <AuthCard
      {...frame}
      focusOnMount
      title={isApproved ? words.doneTitle : words.deniedTitle}
      subtitle={isApproved ? words.doneText : words.deniedText}
    >
      <Button fullWidth variant="secondary" onClick={onRestart}>
        {words.another}
      </Button>
    </AuthCard>
  );
}
