/** Says what a user can't change for a while after recovering the account through the mailbox. */

import { type ReactElement, useEffect, useState } from "react";
import { useAccountState } from "../account/account-state.ts";
import { useShownNotice } from "../account/recovery-cooldown.ts";
import { Alert } from "../primitives/alert.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import { useStepUpUi } from "./ui.ts";

/** What plugins add to the account's state. */
interface RecoveredState {
  readonly recoveryCooldownUntil?: Date | null;
  readonly passkeys?: number;
}

/** Renders nothing unless the account was recovered and the app's cooldown isn't over. */
export function RecoveryNotice(): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { cooldown } = useStepUpUi().texts;
  const { recoveryCooldownUntil, passkeys = 0 } = (useAccountState().data ?? {}) as RecoveredState;
  const until = useFutureTime(recoveryCooldownUntil);
  const canDelete = useCapabilities()?.account.delete !== "off";
  const id = useShownNotice(until !== null);
  if (!until) return null;
  const time = until.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  return (
    <Alert tone="warning">
      <p className="lk-alert-title">{cooldown.title}</p>
      <div id={id}>
        <p>{fill(canDelete ? cooldown.textWithDeletion : cooldown.text, { time })}</p>
        {passkeys > 0 ? <p>{cooldown.passkey}</p> : null}
      </div>
    </Alert>
  );
}

/** The longest delay of a timer. A longer one would fire immediately. */
const maxDelay = 2 ** 31 - 1;

/** Returns the time, or `null` once it has passed. */
function useFutureTime(time: Date | null | undefined): Date | null {
  const end = time?.getTime() ?? 0;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (end <= now) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(end - Date.now(), maxDelay));
    return () => clearTimeout(timer);
  }, [end, now]);
  return time && end > now ? time : null;
}
