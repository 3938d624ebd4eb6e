/** The sign-up page. */

import { type ReactElement, type ReactNode, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { useOffer } from "../auth/use-offer.ts";
import { useAuthUi } from "../provider/context.ts";
import { useRedirect } from "../provider/redirect.ts";
import { usePluginMethods } from "../sign-in/use-plugin-methods.tsx";
import { useSignInResponse } from "../sign-in/use-sign-in-response.ts";
import { SocialSignIn } from "../social/social-sign-in.tsx";
import { CheckEmail } from "./check-email.tsx";
import { PasswordSignUp } from "./password-sign-up.tsx";

/** Props for `SignUp`. */
export interface SignUpProps extends AuthPageProps {
  /** Query string with `?redirectTo=`, or the `?error=` of a provider's callback. Default: the current page's query. */
  readonly search?: string;
  /** Path to go to after sign-up. Default: `?redirectTo=`, or the home path. */
  readonly redirectTo?: string | undefined;
  /** Default: the title from the texts. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Fixed email of the new account, for example from an invitation. */
  readonly email?: string;
  /** Additional values to send with the call. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Shown instead of the link to sign in. */
  readonly footer?: ReactNode;
  /** Runs after sign-up. Default: navigates to the destination. */
  onSignedUp?(): void;
}

/** The sign-up page, with all ways to sign up that the server offers. */
export function SignUp(props: SignUpProps): ReactElement {
  const { className, appearance, search, redirectTo, email, values, onSignedUp } = props;
  const { texts, paths, Link } = useAuthUi();
  const offer = useOffer();
  const redirect = useRedirect({ search, redirectTo });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);
  const footer = props.footer ?? (
    <>
      {texts.signUp.haveAccount}{" "}
      <Link href={redirect.carry(paths.signIn)} className="lk-link">
        {texts.signUp.toSignIn}
      </Link>
    </>
  );
  const frame = { footer, className, appearance };
  const finish = onSignedUp ?? redirect.finish;
  const onTry = (): void => setTrying(true);
  const pluginMethods = usePluginMethods({
    page: "sign-up",
    redirect,
    frame,
    email,
    hasPassword: offer.signUpWithPassword,
    onTry,
    onResponse: useSignInResponse(redirect, finish),
  });
  const hasForm = offer.signUpWithPassword || pluginMethods.form !== null;
  if (pluginMethods.replacement) return pluginMethods.replacement;
  if (sentTo !== null) {
    return (
      <CheckEmail
        {...frame}
        email={sentTo}
        redirect={redirect}
        onChange={email === undefined ? () => setSentTo(null) : undefined}
      />
    );
  }
  if (!offer.isPending && !offer.signUp) {
    return <AuthCard {...frame} title={texts.signUp.closedTitle} subtitle={texts.signUp.closedText} />;
  }
  return (
    <AuthCard
      {...frame}
      title={props.title ?? texts.signUp.title}
      subtitle={props.subtitle ?? texts.signUp.subtitle}
      pending={offer.isPending && "form"}
    >
      <SocialSignIn
        search={search}
        redirect={redirect}
        hideError={isTrying}
        hasForm={hasForm || !pluginMethods.isEmpty}
        requestSignUp
      />
      {offer.signUpWithPassword ? (
        <PasswordSignUp
          email={email}
          values={values}
          redirect={redirect}
          onTry={onTry}
          onVerificationSent={setSentTo}
          onSignedUp={finish}
        />
      ) : (
        pluginMethods.form
      )}
      {pluginMethods.renderButtons("all")}
    </AuthCard>
  );
}
