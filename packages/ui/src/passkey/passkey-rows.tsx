/** What the plugin adds to the security section of the account page. */

import type { ReactElement } from "react";
import { PasskeyBackupCodesRow } from "./passkey-codes-row.tsx";
import { PasskeyRow } from "./passkey-row.tsx";

/** The user's passkeys, and the backup codes of users without an email. */
export function PasskeyRows(): ReactElement {
  return (
    <>
      <PasskeyRow />
      <PasskeyBackupCodesRow />
    </>
  );
}
