/** Shows its content only to signed-in users. This is for convenience, so the server must still protect the data. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Screen } from "../primitives/screen.tsx";
import { useAuthUi } from "../provider/context.ts";
import { currentPath, withRedirect } from "../provider/redirect.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";

/** Props for `RequireSession`. */
export interface RequireSessionProps {
  readonly children: ReactNode;
  /**
   * Shown to signed-out users. Default: navigates to the sign-in path. Users return to this page after they sign in.
   */
  readonly fallback?: ReactNode;
  /** Shown while the session loads, such as a skeleton of the page. Default: a spinner. */
  readonly loading?: ReactNode;
}

/** Shows its content to signed-in users. Others sign in first, and then return to the same URL. */
export function RequireSession({ children, fallback, loading }: RequireSessionProps): ReactElement {
  const { useSession } = useAuthClient();
  const { data, error, isPending, refetch } = useSession();
  const { texts, navigate, paths, plugins } = useAuthUi();
  const isSignedOut = !isPending && !data && (!error || error.status === 401);
  const isChallenge = plugins.some(({ onChallenge }) => onChallenge);
  // Navigates once per sign-out, because an app's `navigate` can be a new function on each render.
  const isSent = useRef(false);
  useEffect(() => {
    const sends = isSignedOut && fallback === undefined && !(isChallenge && isReturnToChallenge());
    if (sends && !isSent.current) {
      const back = currentPath();
      navigate(withRedirect(paths.signIn, back === paths.home ? null : back));
    }
    isSent.current = sends;
  }, [isSignedOut, fallback, navigate, paths.signIn, paths.home, isChallenge]);
  if (data) return <SetupBoundary>{children}</SetupBoundary>;
  if (isSignedOut) return <>{fallback}</>;
  if (isPending) return <>{loading ?? <Pending label={texts.loading} />}</>;
  return (
    <Screen>
      <div className="lk-card">{error ? <ErrorPanel error={error} onRetry={refetch} /> : null}</div>
    </Screen>
  );
}

/** Whether the user returned from a provider and needs a second factor. Its plugin then navigates to its own page. */
export function isReturnToChallenge(): boolean {
  return new URLSearchParams(location.search).has("twoFactorRedirect");
}

function Pending({ label }: { readonly label: string }): ReactElement {
  return (
    <div className="lk-pending" role="status">
      <span className="lk-spinner" aria-hidden="true" />
      <span className="lk-hidden">{label}</span>
    </div>
  );
}
