/** The confirmation before users are signed out everywhere. */

import { type ReactElement, useState } from "react";
import { ConfirmDialog } from "../../primitives/confirm-dialog.tsx";
import { type AdminResult, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { CommandDialogProps } from "../user-command.ts";
import { useDialogTexts } from "./use-dialog-texts.ts";

/** Asks before it ends all sessions. */
export function SignOutDialog({ users, note, returnFocusTo, run, onClose }: CommandDialogProps): ReactElement {
  const client = useAdminClient();
  const { sessions, bulk } = useAdminUi().texts;
  const { title, done } = useDialogTexts(users, sessions.revokeAllTitle, bulk.signOutTitle, sessions.revokedAll);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AdminResult["error"]>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const result = await run({ run: ({ id: userId }) => client.admin.revokeUserSessions({ userId }), done });
    setBusy(false);
    setError(result.error);
  };
  return (
    <ConfirmDialog
      open
      title={title}
      text={sessions.revokeAllText}
      confirm={sessions.revokeAll}
      busy={busy}
      error={error}
      returnFocusTo={returnFocusTo}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {note}
    </ConfirmDialog>
  );
}
