/** The page after a sign-in link was sent. */

import type { ReactElement } from "react";
import { AuthCard } from "../auth/auth-card.tsx";
import { Email } from "../primitives/email.tsx";
import type { EmailSentProps } from "../provider/sign-in-method.ts";
import { ResendButton } from "../sign-in/resend-button.tsx";
import { useMagicLinkUi } from "./ui.ts";

/** Says where the link is. The link opens in a new tab, which continues the sign-in. */
export function LinkSent(props: EmailSentProps): ReactElement {
  const { frame, values, backLabel, resend, onBack, onChangeEmail } = props;
  const { texts } = useMagicLinkUi();
  return (
    <AuthCard key="link" {...frame} title={texts.sentTitle} subtitle={texts.sentText} focusOnMount>
      <div className="lk-form">
        <p className="lk-auth-email">
          <Email value={values.email} />
        </p>
        <ResendButton resend={resend} />
      </div>
      <div className="lk-methods-back">
        <button type="button" className="lk-link" onClick={onChangeEmail}>
          {texts.change}
        </button>
        <button type="button" className="lk-link" onClick={onBack}>
          {backLabel}
        </button>
      </div>
    </AuthCard>
  );
}
