/** The account page's row for backup codes, for users without an email. */

import { type ReactElement, useRef, useState } from "react";
import { useAccountState } from "../account/account-state.ts";
import { BackupCodesRow } from "../primitives/backup-codes-row.tsx";
import { NewCodesDialog } from "../primitives/new-codes-dialog.tsx";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { usePasskeyClient, usePasskeyUi } from "./ui.ts";

/**
 * How many backup codes are left, and a button to replace them. Put it into `Rows`. Renders nothing for users with an
 * email, and for a server without backup codes.
 */
export function PasskeyBackupCodesRow(): ReactElement | null {
  const { passkey } = usePasskeyClient();
  const { settings, backupCodes } = usePasskeyUi().texts;
  const isOffered = useCapabilities()?.plugins.passkey?.backupCodes;
  const { data, reload } = useAccountState();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const codesLeft = data?.passkeyBackupCodes;
  if (!isOffered || codesLeft === undefined || codesLeft === null) return null;
  return (
    <>
      <BackupCodesRow
        words={settings}
        left={codesLeft}
        path="/passkey/generate-backup-codes"
        buttonRef={button}
        onReplace={() => setOpen(true)}
      />
      {isOpen ? (
        <NewCodesDialog
          words={settings}
          codesWords={backupCodes}
          returnFocusTo={button}
          // The user added an email in the meantime, so they no longer need codes.
          finalErrorCode="BACKUP_CODES_NOT_ENABLED"
          generate={() => passkey.generateBackupCodes()}
          onChanged={() => void reload()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
