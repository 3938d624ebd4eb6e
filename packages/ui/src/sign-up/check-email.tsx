/** Shown after a sign-up whose email must be verified first. */

import type { ReactElement, ReactNode } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { resendLabel, useResend } from "../email-verification/use-resend.ts";
import { verificationURL } from "../email-verification/verification-url.ts";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { Redirect } from "../provider/types.ts";

export interface CheckEmailProps extends AuthPageProps {
  readonly email: string;
  readonly redirect: Redirect;
  readonly footer: ReactNode;
  /** Goes back to the form. Missing if the email can't be changed. */
  readonly onChange: (() => void) | undefined;
}

export function CheckEmail({ email, redirect, onChange, ...frame }: CheckEmailProps): ReactElement {
  const { texts, paths } = useAuthUi();
  const resend = useResend(() => verificationURL(paths, redirect), 30);
  return (
    <AuthCard key="sent" {...frame} focusOnMount title={texts.signUp.checkTitle} subtitle={texts.signUp.checkMail}>
      <div className="lk-form">
        <p className="lk-auth-email">
          <Email value={email} />
        </p>
        <ErrorAlert error={resend.error} />
        {resend.isSent ? (
          <Alert tone="success">
            <Sentence text={texts.verifyEmail.sent} values={{ email: <Email value={email} /> }} />
          </Alert>
        ) : null}
        <Button
          variant="secondary"
          busy={resend.busy}
          blocked={resend.left > 0}
          onClick={() => void resend.send(email)}
        >
          {resendLabel(texts, resend.left)}
        </Button>
        {onChange ? (
          <Button variant="ghost" onClick={onChange}>
            {texts.forgotPassword.again}
          </Button>
        ) : null}
      </div>
    </AuthCard>
  );
}
