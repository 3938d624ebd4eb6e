/** Why a sign-in failed, and what to do about it. */

import type { ReactElement } from "react";
import { BanDetails } from "../auth/ban-details.tsx";
import { useOffer } from "../auth/use-offer.ts";
import { resendLabel, useResend } from "../email-verification/use-resend.ts";
import { verificationURL } from "../email-verification/verification-url.ts";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { SupportText } from "../primitives/support-text.tsx";
import type { FormState } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useEmailOwner } from "../provider/plugin.ts";
import type { Redirect } from "../provider/types.ts";

interface SignInProblemProps {
  readonly form: FormState;
  /** What the user typed. */
  readonly email: string;
  readonly redirect: Redirect;
}

/** Shows the form's error. For some errors, it offers the next step. */
export function SignInProblem({ form, email, redirect }: SignInProblemProps): ReactElement | null {
  const { verification } = useOffer();
  const owner = useEmailOwner();
  if (!form.problem) return null;
  const code = form.error?.code;
  if (code === "BANNED_USER") {
    return (
      <Alert tone="error">
        <SupportText text={form.problem} />
        <BanDetails details={form.error?.details} />
      </Alert>
    );
  }
  if (code === "EMAIL_NOT_VERIFIED" && verification && email.includes("@")) {
    return <NotVerified problem={form.problem} email={email} redirect={redirect} />;
  }
  if (owner && code !== undefined && owner.codes.includes(code)) {
    return (
      <>
        <ErrorAlert error={form.problem} />
        <owner.Continue email={email} redirect={redirect} isKnown />
      </>
    );
  }
  return <ErrorAlert error={form.problem} />;
}

interface NotVerifiedProps extends Pick<SignInProblemProps, "email" | "redirect"> {
  readonly problem: string;
}

function NotVerified({ problem, email, redirect }: NotVerifiedProps): ReactElement {
  const { texts, paths } = useAuthUi();
  const resend = useResend(() => verificationURL(paths, redirect), 30);
  return (
    <>
      {resend.isSent ? (
        <Alert tone="success">
          <Sentence text={texts.verifyEmail.sent} values={{ email: <Email value={email} /> }} />
        </Alert>
      ) : (
        <Alert tone="error">{problem}</Alert>
      )}
      <ErrorAlert error={resend.error} />
      <Button variant="secondary" busy={resend.busy} blocked={resend.left > 0} onClick={() => void resend.send(email)}>
        {resendLabel(texts, resend.left)}
      </Button>
    </>
  );
}
