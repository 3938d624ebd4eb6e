/** Says what a user can't change for a while after recovering the account through the mailbox. */

import type { ReactElement } from "react";
import { recoveryNoticeId, useRecoveryCooldown } from "../account/recovery-cooldown.ts";
import { Alert } from "../primitives/alert.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { useStepUpUi } from "./ui.ts";

/** Renders nothing unless the account was recovered and the app's cooldown isn't over. */
export function RecoveryNotice(): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { cooldown } = useStepUpUi().texts;
  const until = useRecoveryCooldown();
  if (!until) return null;
  const time = until.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  return (
    <Alert tone="warning">
      <p className="lk-alert-title">{cooldown.title}</p>
      <p id={recoveryNoticeId}>{fill(cooldown.text, { time })}</p>
    </Alert>
  );
}
