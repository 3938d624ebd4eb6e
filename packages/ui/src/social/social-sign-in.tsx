/** The provider section of the sign-in and sign-up forms: the last error, the buttons, and a divider. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { useAuthUi } from "../provider/context.ts";
import { AddEmail } from "./add-email.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { callbackErrorText, useCallbackErrorCode } from "./use-callback-error.ts";

export interface SocialSignInProps {
  /** Query string with the callback's `?error=`. Default: the current page's query. */
  readonly search?: string | undefined;
  /** Whether another attempt started, which hides the callback's error permanently. */
  readonly hideError: boolean;
  readonly requestSignUp?: boolean;
}

export function SocialSignIn({ search, hideError, requestSignUp }: SocialSignInProps): ReactElement {
  const { providers, texts } = useAuthUi();
  const [over, setOver] = useState(false);
  const code = useCallbackErrorCode(search);
  if (hideError && !over) setOver(true);
  return (
    <>
      {code === null || over ? null : <CallbackError code={code} />}
      {providers.length > 0 ? (
        <>
          <SocialButtons {...(requestSignUp ? { requestSignUp } : {})} onLeave={() => setOver(true)} />
          <p className="lk-divider">{texts.social.or}</p>
        </>
      ) : null}
    </>
  );
}

function CallbackError({ code }: { readonly code: string }): ReactElement {
  const { texts } = useAuthUi();
  return code === "email_required" ? <AddEmail /> : <Alert tone="error">{callbackErrorText(texts, code)}</Alert>;
}
