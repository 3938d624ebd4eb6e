/** A banner that is shown until the signed-in user verifies their email. */

import type { ReactElement } from "react";
import { Banner } from "../primitives/banner.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { currentPath } from "../provider/redirect.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { WithUser } from "../session-gate/with-user.tsx";
import { errorText } from "../texts/texts.ts";
import { isLinkError } from "./link-error.ts";
import { resendLabel, useResend } from "./use-resend.ts";
import { verificationURL } from "./verification-url.ts";

/** Props for `VerifyEmailBanner`. */
export interface VerifyEmailBannerProps {
  readonly className?: string;
  /** Query string with the link's `?error=`. Default: the current page's query. */
  readonly search?: string;
  /** Seconds before the user can request another email. Default: 30. */
  readonly pause?: number;
}

/** Asks the user to verify their email. Renders nothing if no one is signed in or the email is verified. */
export function VerifyEmailBanner(props: VerifyEmailBannerProps): ReactElement {
  // Keyed by email, because an email sent to the old one doesn't count for the new one.
  return (
    <WithUser>
      {(user) => (user.emailVerified ? null : <VerifyEmail key={user.email} {...props} email={user.email} />)}
    </WithUser>
  );
}

interface VerifyEmailProps extends VerifyEmailBannerProps {
  readonly email: string;
}

function VerifyEmail({ email, className, search, pause = 30 }: VerifyEmailProps): ReactElement {
  const { texts, paths } = useAuthUi();
  const canSend = useCapabilities()?.email.verification ?? true;
  const resend = useResend(() => verificationURL(paths, { requested: currentPath() }), pause);
  const failed = useSearchParams(search)?.get("error");
  const { verifyEmail } = texts;
  const problem = resend.error ?? (isLinkError(failed) && !resend.isSent ? { code: failed, message: "" } : null);
  const message = resend.isSent ? verifyEmail.sent : verifyEmail.text;
  const isOff = resend.error?.code === "VERIFICATION_EMAIL_NOT_ENABLED";
  return (
    <Banner
      className={className}
      label={verifyEmail.label}
      tone={resend.isSent ? "success" : "warning"}
      role="status"
      text={<Sentence text={message} values={{ email: <Email value={email} /> }} />}
      error={problem && errorText(texts, problem)}
    >
      {isOff || !canSend ? null : (
        <Button
          variant="secondary"
          busy={resend.busy}
          blocked={resend.left > 0}
          onClick={() => void resend.send(email)}
        >
          {resendLabel(texts, resend.left)}
        </Button>
      )}
    </Banner>
  );
}
