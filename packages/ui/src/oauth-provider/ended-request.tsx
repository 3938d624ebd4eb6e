/** Shown if a client's request can no longer be accepted or denied. */

import type { ReactElement } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useOAuthProviderUi } from "./ui.ts";

/** Says that the request has ended, and links to the account page. */
export function EndedRequest(frame: AuthPageProps): ReactElement {
  const { paths, Link } = useAuthUi();
  const { texts } = useOAuthProviderUi();
  return (
    <AuthCard {...frame} focusOnMount title={texts.endedTitle} subtitle={texts.endedText}>
      <Link href={paths.account} className="lk-button lk-button-secondary lk-button-full">
        {texts.toAccount}
      </Link>
    </AuthCard>
  );
}

/** Whether an error means that the request has ended. */
export function hasEnded(error: { readonly code: string } | null | undefined): boolean {
  return error?.code === "INVALID_OAUTH_REQUEST" || error?.code === "OAUTH_CLIENT_NOT_FOUND";
}
