/** Shown in place of data that failed to load: the reason, and a button to retry. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

/** Props of `LoadError`. */
export interface LoadErrorProps {
  readonly error: ClientError;
  onRetry(): unknown;
}

/** Replaces a list or card that failed to load. */
export function LoadError({ error, onRetry }: LoadErrorProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <>
      <Alert tone="error">{errorText(texts, error)}</Alert>
      <Button look="quiet" onClick={() => void onRetry()}>
        {texts.tryAgain}
      </Button>
    </>
  );
}
