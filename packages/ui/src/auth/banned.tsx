/** What the sign-in page shows if a ban has just ended the browser's session. */

import { type AnyReactClient, type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { AuthCard, type AuthPageProps } from "./auth-card.tsx";
import { BanDetails } from "./ban-details.tsx";

type BanNotice = Readonly<Record<string, unknown>>;

/** A call that only servers with the admin plugin have. */
interface BanNoticeClient {
  banNotice(): Promise<{ readonly data: BanNotice | null; readonly error: ClientError | null }>;
}

/** Returns the ban that ended this browser's session, or `null`. `dismiss` shows the sign-in form again. */
export function useBanNotice(): { readonly notice: BanNotice | null; dismiss(): void } {
  const client = useAuthClient<AnyReactClient & BanNoticeClient>();
  // The server responds only to a browser whose session was ended by a ban, so this needs no session.
  const hasCall = useCapabilities()?.plugins.admin?.banNotice === true;
  const [notice, setNotice] = useState<BanNotice | null>(null);
  useEffect(() => {
    if (!hasCall) return;
    let isGone = false;
    // If this fails, the form shows the ban after the next attempt.
    void client.banNotice().then(({ data }) => {
      if (!isGone) setNotice(data);
    });
    return () => {
      isGone = true;
    };
  }, [client, hasCall]);
  return { notice, dismiss: () => setNotice(null) };
}

interface BannedProps extends AuthPageProps {
  readonly notice: BanNotice;
  /** Shows the form, for users with another account. */
  onSignIn(): void;
}

/** The reason and the end of the ban. */
export function Banned({ notice, onSignIn, ...frame }: BannedProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <AuthCard {...frame} title={texts.banned.title} subtitle={texts.errors.BANNED_USER} focusOnMount>
      <div className="lk-form">
        <div className="lk-ban-notice">
          <BanDetails details={notice} />
        </div>
        <Button fullWidth variant="secondary" onClick={onSignIn}>
          {texts.forgotPassword.toSignIn}
        </Button>
      </div>
    </AuthCard>
  );
}
