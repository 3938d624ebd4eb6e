/** Sign-in with the identity provider that belongs to the user's email. */

import type { DiscoveredProviders } from "@latchkey/sso";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Field } from "../primitives/field.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useFocusEffect } from "../primitives/use-focus-effect.ts";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import type { Redirect } from "../provider/destination.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { useRedirect } from "../provider/redirect.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import type { EmailOwnerProps, MethodStepProps } from "../provider/sign-in-method.ts";
import { appUrl } from "../social/current-url.ts";
import { rememberMethod } from "../social/last-used.ts";
import { useExternalRedirect } from "../social/use-external-redirect.ts";
import { fill } from "../texts/texts.ts";
import { useSsoClient, useSsoUi } from "./ui.ts";

/** Props for `SsoSignIn`. */
export interface SsoSignInProps extends AuthPageProps {
  /** Query string with `?redirectTo=`. Default: the current page's query. */
  readonly search?: string;
  /** Path to go to after sign-in. Default: `?redirectTo=`, or the home path. */
  readonly redirectTo?: string;
  /** Initial value of the email field. */
  readonly email?: string;
}

/** Asks for an email and continues to the identity provider of its organization. */
export function SsoSignIn(props: SsoSignInProps): ReactElement {
  return (
    <SetupBoundary>
      <SignInPage {...props} />
    </SetupBoundary>
  );
}

function SignInPage({ search, redirectTo, email, ...frame }: SsoSignInProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const redirect = useRedirect({ search, redirectTo });
  const back = (
    <Link href={redirect.carry(paths.signIn)} className="lk-link">
      {texts.signIn.otherMethods}
    </Link>
  );
  return <SsoCard frame={frame} redirect={redirect} email={email} back={back} />;
}

/** The step of the sign-in page. */
export function SsoStep({ frame, redirect, backLabel, onBack }: MethodStepProps): ReactElement {
  const back = (
    <button type="button" className="lk-link" onClick={onBack}>
      {backLabel}
    </button>
  );
  return <SsoCard frame={frame} redirect={redirect} email={undefined} back={back} />;
}

interface SsoCardProps {
  readonly frame: MethodStepProps["frame"];
  readonly redirect: Redirect;
  readonly email: string | undefined;
  readonly back: ReactNode;
}

function SsoCard({ frame, redirect, email, back }: SsoCardProps): ReactElement {
  const { texts } = useAuthUi();
  const words = useSsoUi().texts.signIn;
  const client = useSsoClient();
  const memory = usePageMemory();
  const provider = useProviderRedirect(redirect);
  const [found, setFound] = useState<Found | null>(null);
  const form = useForm(
    async (values) => {
      const typed = textOf(values, "email").trim();
      memory.identifier = typed;
      const { data, error } = await client.sso.discover({ email: typed });
      const [first] = data?.providers ?? [];
      if (data && !first) return { error, invalid: { email: words.none } };
      // If there are several, the user chooses, unless the organization requires one.
      if (data && (data.required || data.providers.length === 1)) provider.start(first?.providerId ?? "", typed);
      else if (data) setFound({ email: typed, providers: data.providers });
      return { error };
    },
    { INVALID_EMAIL: "email", VALIDATION_ERROR: "email" },
    { VALIDATION_ERROR: texts.errors.INVALID_EMAIL ?? "" },
  );
  return (
    <AuthCard {...frame} title={words.title} subtitle={found ? words.choose : words.text} focusOnMount="if-lost">
      {found ? (
        <div className="lk-form">
          <p className="lk-auth-email">
            <Email value={found.email} />
          </p>
          <ErrorAlert error={provider.error} />
          <ProviderButtons {...found} busy={provider.redirectingTo} onChoose={provider.start} />
        </div>
      ) : (
        <form className="lk-form" onSubmit={form.onSubmit} noValidate>
          <ErrorAlert error={form.problem ?? provider.error} />
          <Field
            label={texts.email}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={email ?? memory.identifier}
            required
            error={form.fieldErrors.email}
          />
          <Button type="submit" busy={form.busy || provider.redirectingTo !== null}>
            {texts.continue}
          </Button>
        </form>
      )}
      <div className="lk-methods-back">{back}</div>
    </AuthCard>
  );
}

interface Found extends Pick<DiscoveredProviders, "providers"> {
  readonly email: string;
}

interface ProviderButtonsProps extends Found {
  /** Id of the provider that the browser is being redirected to. */
  readonly busy: string | null;
  onChoose(providerId: string, email: string): void;
}

function ProviderButtons({ email, providers, busy, onChoose }: ProviderButtonsProps): ReactElement {
  const words = useSsoUi().texts.signIn;
  return (
    <>
      {providers.map(({ providerId, name }, index) => (
        <Button
          key={providerId}
          variant={index === 0 ? "primary" : "secondary"}
          busy={busy === providerId}
          onClick={() => onChoose(providerId, email)}
        >
          {fill(words.continueWith, { name })}
        </Button>
      ))}
    </>
  );
}

/** Replaces the password field for an email whose organization requires single sign-on. */
export function RequiredSso({ email, redirect, isKnown = false }: EmailOwnerProps): ReactElement {
  const words = useSsoUi().texts.signIn;
  const provider = useProviderRedirect(redirect);
  const button = useRef<HTMLButtonElement>(null);
  // After a rejected password, this is the only way to continue.
  const shouldFocus = useRef(isKnown);
  useFocusEffect(() => {
    if (shouldFocus.current) button.current?.focus();
  }, []);
  return (
    <div className="lk-form">
      {isKnown ? null : (
        <p className="lk-note">
          <Sentence text={words.required} values={{ email: <Email value={email} /> }} />
        </p>
      )}
      <ErrorAlert error={provider.error} />
      <Button ref={button} busy={provider.redirectingTo !== null} onClick={() => provider.start(null, email)}>
        {words.button}
      </Button>
    </div>
  );
}

interface ProviderRedirect extends Omit<ReturnType<typeof useExternalRedirect>, "start"> {
  /** @param providerId `null` for the email's provider */
  start(providerId: string | null, email: string): void;
}

/** Sends the browser to an identity provider. */
function useProviderRedirect(redirect: Redirect): ProviderRedirect {
  const client = useSsoClient();
  const { paths } = useAuthUi();
  const { start, ...state } = useExternalRedirect();
  return {
    ...state,
    start: (providerId, email) =>
      start(providerId ?? email, () => {
        rememberMethod("sso");
        return client.signIn.sso({
          ...(providerId === null ? { email } : { providerId, loginHint: email }),
          callbackURL: appUrl(redirect.destination),
          errorCallbackURL: appUrl(redirect.carry(paths.signIn)),
        });
      }),
  };
}
