/** The page that new sign-in emails link to. Users open it if the sign-in wasn't theirs. */

import { type ReactElement, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { useOffer } from "../auth/use-offer.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useStepUpClient, useStepUpUi } from "./ui.ts";

/** Props for `NotMe`. */
export interface NotMeProps extends AuthPageProps {
  /** Query string with the `?token=` from the email. Default: the current page's query. */
  readonly search?: string;
}

const tokenParams = ["token"];

/**
 * Signs out every device when the user clicks the button. Email scanners open links, so opening the page changes
 * nothing. Removes the token from the address bar.
 */
export function NotMe({ search, ...frame }: NotMeProps): ReactElement {
  const { texts } = useAuthUi();
  const query = useConsumedParams(tokenParams, search);
  const [outcome, setOutcome] = useState<"invalid" | "done" | "emailed" | null>(null);
  const token = query?.get("token") ?? "";
  if (query === null) return <AuthCard {...frame} title={texts.loading} pending />;
  if (outcome === "invalid" || (outcome === null && token === "")) return <InvalidLink {...frame} />;
  if (outcome === "emailed") return <Emailed {...frame} />;
  if (outcome === "done") return <SignedOut {...frame} />;
  return (
    <ReportForm
      {...frame}
      token={token}
      onDone={(isEmailed) => setOutcome(isEmailed ? "emailed" : "done")}
      onInvalid={() => setOutcome("invalid")}
    />
  );
}

interface ReportFormProps extends AuthPageProps {
  readonly token: string;
  onDone(isEmailed: boolean): void;
  onInvalid(): void;
}

function ReportForm({ token, onDone, onInvalid, ...frame }: ReportFormProps): ReactElement {
  const client = useStepUpClient();
  const { texts, paths, Link } = useAuthUi();
  const { notMe } = useStepUpUi().texts;
  const offer = useOffer();
  const form = useForm(async () => {
    const { data, error } = await client.devices.report({ token });
    if (data) onDone(data.resetEmailSent);
    else if (error?.code === "INVALID_TOKEN") onInvalid();
    return { error: error?.code === "INVALID_TOKEN" ? null : error };
  });
  if (offer.isPending) return <AuthCard {...frame} title={texts.loading} pending />;
  return (
    <AuthCard
      {...frame}
      title={notMe.title}
      subtitle={offer.reset ? notMe.text : notMe.textWithoutReset}
      footer={
        <Link href={paths.home} className="lk-link">
          {notMe.wasMe}
        </Link>
      }
    >
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        <Button type="submit" fullWidth busy={form.busy}>
          {notMe.submit}
        </Button>
      </form>
    </AuthCard>
  );
}

function Emailed(frame: AuthPageProps): ReactElement {
  const { paths, Link } = useAuthUi();
  const { notMe } = useStepUpUi().texts;
  return (
    <AuthCard {...frame} focusOnMount title={notMe.doneTitle} subtitle={notMe.doneWithEmail}>
      <Link href={paths.signIn} className="lk-button lk-button-secondary lk-button-full">
        {notMe.signIn}
      </Link>
    </AuthCard>
  );
}

/** No reset link went out, so the stranger may still know the password. */
function SignedOut(frame: AuthPageProps): ReactElement {
  const { paths, Link } = useAuthUi();
  const { notMe } = useStepUpUi().texts;
  const offer = useOffer();
  const text = offer.reset ? notMe.resetText : notMe.changeText;
  return (
    <AuthCard {...frame} focusOnMount title={notMe.signedOutTitle} subtitle={offer.password ? text : undefined}>
      <div className="lk-form">
        {offer.reset ? (
          <Link href={paths.forgotPassword} className="lk-button lk-button-primary lk-button-full">
            {notMe.resetPassword}
          </Link>
        ) : null}
        <Link
          href={paths.signIn}
          className={`lk-button lk-button-${offer.reset ? "secondary" : "primary"} lk-button-full`}
        >
          {notMe.signIn}
        </Link>
      </div>
    </AuthCard>
  );
}

function InvalidLink(frame: AuthPageProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const { notMe } = useStepUpUi().texts;
  const offer = useOffer();
  if (offer.isPending) return <AuthCard {...frame} title={texts.loading} pending />;
  return (
    <AuthCard
      {...frame}
      focusOnMount="if-lost"
      title={notMe.invalidTitle}
      subtitle={offer.reset ? notMe.invalidText : notMe.invalidTextWithoutReset}
    >
      <Link
        href={offer.reset ? paths.forgotPassword : paths.signIn}
        className="lk-button lk-button-primary lk-button-full"
      >
        {offer.reset ? notMe.resetPassword : notMe.signIn}
      </Link>
    </AuthCard>
  );
}
