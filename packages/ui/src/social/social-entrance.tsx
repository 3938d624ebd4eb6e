/** The part of a screen that leads in by a provider: why that failed, the buttons, and a line to what is beneath. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { useAuthUi } from "../provider/context.ts";
import { AddEmail } from "./add-email.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { callbackText, useCallbackCode } from "./use-callback-problem.ts";

export interface SocialEntranceProps {
  /** Where a callback left its `?error=`. Default: the page's own. */
  readonly search?: string | undefined;
  /** Another attempt began: what the callback said is over, for good. */
  readonly isOver: boolean;
  readonly requestSignUp?: boolean;
}

export function SocialEntrance({ search, isOver, requestSignUp }: SocialEntranceProps): ReactElement {
  const { providers, texts } = useAuthUi();
  const [over, setOver] = useState(false);
  const code = useCallbackCode(search);
  if (isOver && !over) setOver(true);
  return (
    <>
      {code === null || over ? null : <Arrival code={code} />}
      {providers.length > 0 ? (
        <>
          <SocialButtons {...(requestSignUp ? { requestSignUp } : {})} onLeave={() => setOver(true)} />
          <p className="lk-divider">{texts.social.or}</p>
        </>
      ) : null}
    </>
  );
}

function Arrival({ code }: { readonly code: string }): ReactElement {
  const { texts } = useAuthUi();
  return code === "email_required" ? <AddEmail /> : <Alert tone="error">{callbackText(texts, code)}</Alert>;
}
