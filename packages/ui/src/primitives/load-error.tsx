/** Shown in place of data that failed to load: the reason, and a button to retry. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import { ErrorAlert } from "./alert.tsx";
import { Button } from "./button.tsx";

/** Props of `LoadError`. */
export interface LoadErrorProps {
  readonly error: ClientError;
  /** Missing if a retry would fail the same way. */
  readonly onRetry?: (() => unknown) | undefined;
}

/** Replaces a list or card that failed to load. */
export function LoadError({ error, onRetry }: LoadErrorProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <>
      <ErrorAlert error={error} />
      {onRetry ? (
        <Button variant="secondary" onClick={() => void onRetry()}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </>
  );
}
