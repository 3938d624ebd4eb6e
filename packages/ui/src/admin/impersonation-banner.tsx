/** A bar on every page while an admin impersonates a user, with a button to stop. */

import { type ReactElement, useEffect, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { errorText, fill, fillCount } from "../texts/texts.ts";
import { nameOf, useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

/** Props for `ImpersonationBanner`. */
export interface ImpersonationBannerProps {
  /** Runs when the impersonation ends. Default: navigates to the page of the user who was impersonated. */
  onStopped?(userId: string): void;
}

/** Shows who is impersonated and for how long. Renders nothing unless the session is impersonated. */
export function ImpersonationBanner(props: ImpersonationBannerProps): ReactElement {
  return (
    <SetupBoundary>
      <ImpersonationBannerContent {...props} />
    </SetupBoundary>
  );
}

interface ImpersonatedSession {
  readonly id: string;
  readonly impersonatedBy?: string | null;
  readonly expiresAt: Date;
}

/** Why an impersonation couldn't be stopped. */
interface Failure {
  readonly sessionId: string;
  readonly text: string;
  /** Whether the admin's own session is gone, so that only signing in again helps. */
  readonly isLost: boolean;
}

function ImpersonationBannerContent({ onStopped }: ImpersonationBannerProps): ReactElement | null {
  const client = useAdminClient();
  const { texts, paths, navigate } = useAuthUi();
  const { texts: words, path } = useAdminUi();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data, refetch } = client.useSession();
  const session = data?.session as ImpersonatedSession | undefined;
  // The message stays after the session is gone, until someone signs in.
  if (failure && session && session.id !== failure.sessionId) setFailure(null);
  const isLost = failure?.isLost === true;
  const isImpersonated = Boolean(session?.impersonatedBy) && !isLost;
  const minutes = useMinutesLeft(isImpersonated && session ? session.expiresAt : null, () => void refetch());
  const name = data && isImpersonated ? nameOf(data.user) : null;
  usePageTitle(name === null ? null : fill(words.impersonate.pageTitle, { name }));
  if (name === null && !isLost) return null;
  const stop = async (): Promise<void> => {
    setBusy(true);
    const { error } = await client.admin.stopImpersonating();
    setBusy(false);
    const isNowLost = error?.code === "ADMIN_SESSION_LOST";
    setFailure(error && session ? { sessionId: session.id, text: errorText(texts, error), isLost: isNowLost } : null);
    // The server has ended this session too.
    if (isNowLost) void refetch();
    if (!error && data) (onStopped ?? ((id: string) => navigate(`${path}/users/${id}`)))(data.user.id);
  };
  return (
    <section className="lk-banner lk-banner-strong lk-alert-warning" aria-label={words.impersonate.label}>
      <div className="lk-banner-text">
        {isLost ? null : (
          <p>
            <Sentence
              text={fillCount(texts, words.impersonate.banner, minutes, { name: "{name}" })}
              values={{ name: <bdi>{name}</bdi> }}
            />
          </p>
        )}
        {failure ? (
          <p className="lk-note-error" role="alert">
            {failure.text}
          </p>
        ) : null}
      </div>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        onClick={isLost ? () => navigate(paths.signIn) : () => void stop()}
      >
        {isLost ? texts.signIn.submit : words.impersonate.stop}
      </Button>
    </section>
  );
}

/** In milliseconds. */
const minute = 60_000;
const tick = 15_000;

/** Minutes until a time, rounded up. @param onEnd runs once it's over */
function useMinutesLeft(end: Date | null, onEnd: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const left = end ? end.getTime() - now : 0;
  const isOver = end !== null && left <= 0;
  useEffect(() => {
    if (end === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, [end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end matters, not which function it calls
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  return Math.max(0, Math.ceil(left / minute));
}

/** Prefixes the page's title, even if the app changes the title afterward. */
function usePageTitle(prefix: string | null): void {
  useEffect(() => {
    if (prefix === null) return;
    const start = `${prefix} `;
    const apply = (): void => {
      if (!document.title.startsWith(start)) document.title = start + document.title;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title.startsWith(start)) document.title = document.title.slice(start.length);
    };
  }, [prefix]);
}
