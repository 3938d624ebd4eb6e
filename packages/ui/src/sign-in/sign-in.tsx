/** The sign-in page. */

import { type ReactElement, type ReactNode, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { useNotice } from "../auth/notice.ts";
import { useOffer } from "../auth/use-offer.ts";
import { Alert } from "../primitives/alert.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useRedirect } from "../provider/redirect.ts";
import { SocialSignIn } from "../social/social-sign-in.tsx";
import { PasswordSignIn, type PasswordSignInProps } from "./password-sign-in.tsx";

/** Props of `SignIn`. */
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
  const { className, appearance, search, redirectTo, email, onSignedIn, flow, rememberMe } = props;
  const { texts, paths, Link } = useAuthUi();
  const offer = useOffer();
  const redirect = useRedirect({ search, redirectTo });
  const notice = useNotice();
  const [isTrying, setTrying] = useState(false);
  const hasNone = !offer.isPending && !offer.password && offer.providers.length === 0;
  const toSignUp = offer.signUp ? (
    <>
      {texts.signIn.noAccount}{" "}
      <Link href={redirect.carry(paths.signUp)} className="lk-link">
        {texts.signIn.toSignUp}
      </Link>
    </>
  ) : null;
  return (
    <AuthCard
      title={props.title ?? texts.signIn.title}
      subtitle={props.subtitle ?? texts.signIn.subtitle}
      footer={props.footer ?? toSignUp}
      pending={offer.isPending}
      className={className}
      appearance={appearance}
    >
      {notice !== null && !isTrying ? <Alert tone="success">{texts.resetPassword.doneText}</Alert> : null}
      <SocialSignIn search={search} redirect={redirect} hideError={isTrying} hasForm={offer.password} />
      {hasNone ? <Alert tone="warning">{texts.signIn.unavailable}</Alert> : null}
      {offer.password ? (
        <PasswordSignIn
          email={email}
          flow={flow}
          rememberMe={rememberMe}
          redirect={redirect}
          onTry={() => setTrying(true)}
          onSignedIn={onSignedIn ?? redirect.finish}
        />
      ) : null}
    </AuthCard>
  );
}
