/** A button that sends an email or text again, with a countdown. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { retryAfterOf, useCooldown } from "../primitives/use-cooldown.ts";
import { useAuthUi } from "../provider/context.ts";
import type { EmailStartResult } from "../provider/sign-in-method.ts";
import { fill } from "../texts/texts.ts";

/** Props for `ResendButton`. */
export interface ResendButtonProps {
  /** Seconds between two messages. Default: 30. */
  readonly pause?: number | undefined;
  resend(): Promise<EmailStartResult>;
}

/** The countdown runs from the start, because something was just sent. */
export function ResendButton({ pause, resend }: ResendButtonProps): ReactElement {
  const { texts } = useAuthUi();
  const cooldown = useCooldown(true, pause);
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    const result = await resend();
    setBusy(false);
    setError(result.error);
    setSent(!result.error);
    const wait = retryAfterOf(result.error);
    if (!result.error || wait !== undefined) cooldown.start(wait);
  };
  const isWaiting = cooldown.left > 0;
  return (
    <>
      <ErrorAlert error={error} />
      <Button variant="secondary" busy={busy} blocked={isWaiting} onClick={() => void send()}>
        {isWaiting ? fill(texts.codeStep.resendIn, { seconds: String(cooldown.left) }) : texts.codeStep.resend}
      </Button>
      <span className="lk-hidden" role="status">
        {isSent && !busy ? texts.codeStep.resent : ""}
      </span>
    </>
  );
}
