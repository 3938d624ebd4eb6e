/** A line above the app, while the signed-in person's address is not proven. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useSearch } from "../primitives/use-search.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill } from "../texts/en.ts";
import { isLinkProblem } from "./link-problem.ts";
import { useResend } from "./use-resend.ts";

export interface VerifyEmailBannerProps {
  readonly className?: string;
  /** Where the link of a mail left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Seconds until a mail can be asked for again. Default: 30. */
  readonly pause?: number;
}

/** Nothing where nobody is signed in, or the address is proven. */
export function VerifyEmailBanner({ className, search, pause = 30 }: VerifyEmailBannerProps): ReactElement | null {
  const { texts, paths } = useAuthUi();
  const user = useAuthClient().useSession().data?.user;
  const resend = useResend(paths.home, pause);
  const failed = useSearch(search)?.get("error");
  if (!user || user.emailVerified) return null;
  const { verifyEmail } = texts;
  const problem = resend.error ?? (isLinkProblem(failed) && !resend.isSent ? { code: failed, message: "" } : null);
  const said = fill(resend.isSent ? verifyEmail.sent : verifyEmail.text, { email: user.email });
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
        <Button look="quiet" busy={resend.busy} blocked={resend.isWaiting} onClick={() => void resend.send(user.email)}>
          {verifyEmail.resend}
        </Button>
      )}
    </section>
  );
}
