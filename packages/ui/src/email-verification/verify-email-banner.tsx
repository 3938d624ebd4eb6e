/** A line above the app, while the signed-in person's address is not proven. */

import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useSearch } from "../primitives/use-search.ts";
import { useAuthUi } from "../provider/context.ts";
import { ForUser } from "../session-gate/for-user.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { isLinkProblem } from "./link-problem.ts";
import { useResend } from "./use-resend.ts";

/** What `VerifyEmailBanner` takes. */
export interface VerifyEmailBannerProps {
  readonly className?: string;
  /** Where the link of a mail left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Seconds until a mail can be asked for again. Default: 30. */
  readonly pause?: number;
}

/** Nothing where nobody is signed in, or the address is proven. */
export function VerifyEmailBanner(props: VerifyEmailBannerProps): ReactElement {
  // By the address: the mail that is on its way to one is not on its way to another.
  return (
    <ForUser>
      {(user) => (user.emailVerified ? null : <Banner key={user.email} {...props} email={user.email} />)}
    </ForUser>
  );
}

interface BannerProps extends VerifyEmailBannerProps {
  readonly email: string;
}

function Banner({ email, className, search, pause = 30 }: BannerProps): ReactElement {
  const { texts, paths } = useAuthUi();
  const resend = useResend(paths.home, pause);
  const failed = useSearch(search)?.get("error");
  const { verifyEmail } = texts;
  const problem = resend.error ?? (isLinkProblem(failed) && !resend.isSent ? { code: failed, message: "" } : null);
  const said = fill(resend.isSent ? verifyEmail.sent : verifyEmail.text, { email });
  const isOff = resend.error?.code === "VERIFICATION_EMAIL_NOT_ENABLED";
  return (
    <section className={classNames("lk-banner", className)} aria-label={verifyEmail.label}>
      <div className="lk-banner-text">
        <p role="status">{said}</p>
        {problem ? (
          <p role="alert" className="lk-banner-problem">
            {errorText(texts, problem)}
          </p>
        ) : null}
      </div>
      {isOff ? null : (
        <Button look="quiet" busy={resend.busy} blocked={resend.isWaiting} onClick={() => void resend.send(email)}>
          {verifyEmail.resend}
        </Button>
      )}
    </section>
  );
}
