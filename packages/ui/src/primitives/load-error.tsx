/** Shown in place of data that failed to load: the reason, and a button to retry. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { ErrorAlert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { ErrorFacts, isRetryable } from "./error-panel.tsx";
import { useRetryWait } from "./use-cooldown.ts";

/** Props for `LoadError`. */
export interface LoadErrorProps {
  readonly error: ClientError;
  /** Missing if a retry would fail the same way. */
  readonly onRetry?: (() => unknown) | undefined;
}

/** Replaces a list or card that failed to load. */
export function LoadError({ error, onRetry }: LoadErrorProps): ReactElement {
  const { texts } = useAuthUi();
  const wait = useRetryWait(error);
  return (
    <>
      <ErrorAlert error={error} />
      <ErrorFacts error={error} />
      {onRetry && isRetryable(error) ? (
        <Button variant="secondary" blocked={wait > 0} onClick={() => void onRetry()}>
          {wait > 0 ? fill(texts.retryIn, { seconds: String(wait) }) : texts.tryAgain}
        </Button>
      ) : null}
    </>
  );
}
