/** The confirmation before a user's second factors are removed. */

import { type ReactElement, useState } from "react";
import { ConfirmDialog } from "../../primitives/confirm-dialog.tsx";
import { fill } from "../../texts/texts.ts";
import { type AdminResult, nameOf, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { CommandDialogProps } from "../user-command.ts";

/** Asks before it resets two-factor authentication. */
export function ResetTwoFactorDialog({ users, returnFocusTo, run, onClose }: CommandDialogProps): ReactElement | null {
  const client = useAdminClient();
  const { twoFactor } = useAdminUi().texts;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AdminResult["error"]>(null);
  const [user] = users;
  if (!user) return null;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const result = await run({
      run: ({ id: userId }) => client.admin.resetUserTwoFactor({ userId }),
      done: twoFactor.done,
    });
    setBusy(false);
    setError(result.error);
  };
  return (
    <ConfirmDialog
      open
      title={fill(twoFactor.resetTitle, { name: nameOf(user) })}
      text={twoFactor.resetText}
      confirm={twoFactor.reset}
      busy={busy}
      error={error}
      returnFocusTo={returnFocusTo}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
