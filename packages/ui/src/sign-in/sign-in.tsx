/** The sign-in page. */

import { type ReactElement, type ReactNode, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { Banned, useBanNotice } from "../auth/banned.tsx";
import { useNotice } from "../auth/notice.ts";
import { useOffer } from "../auth/use-offer.ts";
import { Alert } from "../primitives/alert.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useAvailablePlugins } from "../provider/plugin.ts";
import { useRedirect, useSignInRequest } from "../provider/redirect.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { SocialSignIn } from "../social/social-sign-in.tsx";
import { PasswordSignIn, type PasswordSignInProps } from "./password-sign-in.tsx";
import { usePluginMethods } from "./use-plugin-methods.tsx";
import { useSignInResponse } from "./use-sign-in-response.ts";

/** Props for `SignIn`. */
export interface SignInProps extends AuthPageProps, Pick<PasswordSignInProps, "flow" | "rememberMe"> {
  /** Query string with `?redirectTo=`, or the `?error=` of a provider's callback. Default: the current page's query. */
  readonly search?: string;
  /** Path to go to after sign-in. Default: `?redirectTo=`, or the home path. */
  readonly redirectTo?: string | undefined;
  /** Default: the title from the texts. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Initial value of the email field. */
  readonly email?: string;
  /** Shown instead of the link to sign up. */
  readonly footer?: ReactNode;
  /** Runs after sign-in. Default: navigates to the destination. */
  onSignedIn?(): void;
}

/** The sign-in page, with all ways to sign in that the server offers. */
export function SignIn(props: SignInProps): ReactElement {
  const { className, appearance, search, redirectTo, onSignedIn, flow, rememberMe } = props;
  const { texts, paths, Link } = useAuthUi();
  const request = useSignInRequest(search);
  const email = props.email ?? request?.email ?? undefined;
  const offer = useOffer();
  const redirect = useRedirect({ search, redirectTo });
  const notice = useNotice();
  const ban = useBanNotice();
  const [isTrying, setTrying] = useState(false);
  const [isOwned, setOwned] = useState(false);
  const [isDone, setDone] = useState(false);
  const finish = onSignedIn ?? redirect.finish;
  const onResponse = useSignInResponse(redirect, finish);
  const plugins = useAvailablePlugins();
  const AfterPassword = plugins.find((plugin) => plugin.AfterPassword)?.AfterPassword;
  const toSignUp =
    offer.signUp && !isOwned ? (
      <>
        {texts.signIn.noAccount}{" "}
        <Link href={redirect.carry(paths.signUp)} className="lk-link">
          {texts.signIn.toSignUp}
        </Link>
      </>
    ) : null;
  const footer = props.footer ?? toSignUp;
  const onTry = (): void => setTrying(true);
  const onOwned = (owned: boolean): void => {
    setOwned(owned);
    if (owned) onTry();
  };
  const pluginMethods = usePluginMethods({
    page: "sign-in",
    redirect,
    frame: { footer, className, appearance },
    email,
    hasPassword: offer.password,
    onTry,
    onResponse,
  });
  const hasForm = offer.password || pluginMethods.form !== null;
  const hasNone = !offer.isPending && !hasForm && pluginMethods.isEmpty && offer.providers.length === 0;
  if (ban.notice !== null && !isTrying) {
    return <Banned className={className} appearance={appearance} notice={ban.notice} onSignIn={ban.dismiss} />;
  }
  if (isDone && AfterPassword) return <AfterPassword className={className} appearance={appearance} onDone={finish} />;
  if (pluginMethods.replacement) return pluginMethods.replacement;
  return (
    <AuthCard
      title={props.title ?? texts.signIn.title}
      subtitle={props.subtitle ?? texts.signIn.subtitle}
      footer={footer}
      pending={offer.isPending && "form"}
      className={className}
      appearance={appearance}
    >
      {notice !== null && !isTrying ? <Alert tone="success">{texts.resetPassword.doneText}</Alert> : null}
      {plugins.map(({ id, SignInTop }) =>
        SignInTop && !isOwned ? (
          <SetupBoundary key={id}>
            <SignInTop redirect={redirect} onResponse={onResponse} onSignedIn={finish} />
          </SetupBoundary>
        ) : null,
      )}
      {isOwned ? null : (
        <SocialSignIn
          search={search}
          redirect={redirect}
          hideError={isTrying}
          hasForm={hasForm || !pluginMethods.isEmpty}
        />
      )}
      {hasNone ? <Alert tone="warning">{texts.signIn.unavailable}</Alert> : null}
      {offer.password ? (
        <PasswordSignIn
          email={email}
          flow={flow}
          rememberMe={rememberMe}
          redirect={redirect}
          pluginMethods={pluginMethods}
          isOwned={isOwned}
          onOwned={onOwned}
          onTry={onTry}
          onResponse={onResponse}
          onSignedIn={AfterPassword ? () => setDone(true) : finish}
        />
      ) : (
        <>
          {pluginMethods.form}
          {pluginMethods.renderButtons("all")}
        </>
      )}
    </AuthCard>
  );
}
