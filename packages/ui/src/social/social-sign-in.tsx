/** The provider section of the sign-in and sign-up forms: the last error, the buttons, and a divider. */

import { type ReactElement, useEffect, useState } from "react";
import { useOffer } from "../auth/use-offer.ts";
import { Alert, toneOf } from "../primitives/alert.tsx";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { Redirect } from "../provider/types.ts";
import { AddEmail } from "./add-email.tsx";
import { forgetMethod } from "./last-used.ts";
import { SocialButtons } from "./social-buttons.tsx";
import { callbackErrorText, useCallbackErrorCode } from "./use-callback-error.ts";

export interface SocialSignInProps {
  /** Query string with the callback's `?error=`. Default: the current page's query. */
  readonly search?: string | undefined;
  readonly redirect: Redirect;
  /** Whether another attempt started, which hides the callback's error permanently. */
  readonly hideError: boolean;
  /** Whether a form follows. */
  readonly hasForm: boolean;
  readonly requestSignUp?: boolean;
}

export function SocialSignIn(props: SocialSignInProps): ReactElement {
  const { search, redirect, hideError, hasForm, requestSignUp = false } = props;
  const { texts } = useAuthUi();
  const slot = useSlots();
  const providers = useOffer().providers.filter(({ signUp }) => signUp || !requestSignUp);
  const [over, setOver] = useState(false);
  const code = useCallbackErrorCode(search);
  if (hideError && !over) setOver(true);
  useEffect(() => {
    if (code !== null) forgetMethod();
  }, [code]);
  return (
    <>
      {code === null || over ? null : <CallbackError code={code} redirect={redirect} />}
      <SocialButtons
        {...(requestSignUp ? { requestSignUp } : {})}
        redirectTo={redirect.requested ?? undefined}
        onLeave={() => setOver(true)}
      />
      {providers.length > 0 && hasForm ? <p {...slot("divider", "lk-divider")}>{texts.social.or}</p> : null}
    </>
  );
}

function CallbackError({ code, redirect }: { readonly code: string; readonly redirect: Redirect }): ReactElement {
  const { texts } = useAuthUi();
  if (code === "email_required") return <AddEmail redirect={redirect} />;
  return <Alert tone={toneOf(code)}>{callbackErrorText(texts, code)}</Alert>;
}
