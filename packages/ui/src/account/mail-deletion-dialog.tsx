/** Confirms that the server should send a link that deletes the account. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";

export interface MailDeletionDialogProps {
  readonly email: string;
  onSent(): void;
  onClose(): void;
}

export function MailDeletionDialog({ email, onSent, onClose }: MailDeletionDialogProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const words = texts.deleteAccount;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    const result = await client.deleteUser({ callbackURL: paths.accountDeleted });
    setBusy(false);
    setError(result.error);
    if (result.error) return;
    onSent();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={words.dialogTitle}
      text={fill(words.mailText, { email })}
      confirm={words.mailSubmit}
      busy={busy}
      error={error}
      onConfirm={() => void send()}
      // A request in flight can't be canceled.
      onClose={() => (busy ? undefined : onClose())}
    />
  );
}
