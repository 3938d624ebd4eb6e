/** Shows its content to those who are signed in. A convenience: what must be kept secret is kept by the server. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";

/** What `RequireSession` takes. */
export interface RequireSessionProps {
  readonly children: ReactNode;
  /** Instead of going to the sign-in path. */
  readonly fallback?: ReactNode;
}

/** Shows what it holds to people who are signed in, and leads others to sign in. */
export function RequireSession({ children, fallback }: RequireSessionProps): ReactElement {
  const { useSession } = useAuthClient();
  const { data, error, isPending, refetch } = useSession();
  const { texts, navigate, paths } = useAuthUi();
  const isSignedOut = !isPending && !data && (!error || error.status === 401);
  // Once for each time that somebody is found signed out: an app's `navigate` may be another at each render.
  const isSent = useRef(false);
  useEffect(() => {
    const sends = isSignedOut && fallback === undefined;
    if (sends && !isSent.current) navigate(paths.signIn);
    isSent.current = sends;
  }, [isSignedOut, fallback, navigate, paths.signIn]);
  if (data) return <>{children}</>;
  if (isPending || isSignedOut) return <>{isSignedOut ? fallback : <Pending label={texts.loading} />}</>;
  return (
    <div className="lk-card lk-form">
      {error ? <Alert tone="error">{errorText(texts, error)}</Alert> : null}
      <Button look="quiet" onClick={() => void refetch()}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}

function Pending({ label }: { readonly label: string }): ReactElement {
  return (
    <div className="lk-pending" role="status">
      <span className="lk-spinner" aria-hidden="true" />
      <span className="lk-hidden">{label}</span>
    </div>
  );
}
