/** The dialogs of users who have 2FA: turn it off, create new backup codes, and show the QR code again. */

import { type ReactElement, type RefObject, useState } from "react";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { type SubmitResult, useForm } from "../primitives/use-form.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { useTwoFactorClient } from "./client.ts";
import { passwordErrors, ReauthenticateFields, reauthenticationOf } from "./reauthenticate.tsx";
import { TotpQrCode } from "./totp-qr-code.tsx";
import { useTwoFactorUi } from "./ui.ts";

/** Props of the dialogs. */
export interface ChangeDialogProps {
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Runs after the change. */
  onChanged(): void;
  onClose(): void;
}

/** Asks before it turns off 2FA. */
export function TurnOffDialog({ returnFocusTo, onChanged, onClose }: ChangeDialogProps): ReactElement {
  const { twoFactor } = useTwoFactorClient();
  const { settings } = useTwoFactorUi().texts;
  const form = useForm(async (values) => {
    const result = await twoFactor.disable(reauthenticationOf(values));
    if (!result.error) {
      onChanged();
      onClose();
    }
    return result;
  }, passwordErrors);
  return (
    <FormDialog
      open
      title={settings.turnOffTitle}
      text={settings.turnOffText}
      submit={settings.turnOff}
      variant="destructive"
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <ReauthenticateFields error={form.fieldErrors.password} />
    </FormDialog>
  );
}

/** Replaces the backup codes, and shows the new ones. */
export function NewCodesDialog({ returnFocusTo, onChanged, onClose }: ChangeDialogProps): ReactElement {
  const { twoFactor } = useTwoFactorClient();
  const { settings, backupCodes } = useTwoFactorUi().texts;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm(async (values): Promise<SubmitResult> => {
    if (codes) {
      if (isSaved) onClose();
      return { error: null };
    }
    const { data, error } = await twoFactor.generateBackupCodes(reauthenticationOf(values));
    if (data) {
      setCodes(data.backupCodes);
      onChanged();
    }
    return { error };
  }, passwordErrors);
  const shared = { busy: form.busy, problem: form.problem, returnFocusTo, onSubmit: form.onSubmit };
  return (
    <FormDialog
      open
      wide={codes !== null}
      title={codes ? backupCodes.title : settings.newCodesTitle}
      text={codes ? backupCodes.text : settings.newCodesText}
      submit={codes ? backupCodes.saved : settings.newCodes}
      {...(codes ? { dismiss: null, blocked: !isSaved } : {})}
      {...shared}
      onClose={() => (codes && !isSaved ? undefined : onClose())}
    >
      {codes ? (
        <>
          <BackupCodes codes={codes} onSaved={() => setSaved(true)} />
          {isSaved ? null : <p className="lk-note">{backupCodes.saveFirst}</p>}
        </>
      ) : (
        <ReauthenticateFields error={form.fieldErrors.password} />
      )}
    </FormDialog>
  );
}

/** Shows the QR code of the current authenticator app, for another device. */
export function QrCodeDialog({ returnFocusTo, onClose }: Omit<ChangeDialogProps, "onChanged">): ReactElement {
  const { twoFactor } = useTwoFactorClient();
  const { settings } = useTwoFactorUi().texts;
  const [totpURI, setTotpURI] = useState<string | null>(null);
  const form = useForm(async (values): Promise<SubmitResult> => {
    if (totpURI !== null) {
      onClose();
      return { error: null };
    }
    const { data, error } = await twoFactor.getTotpUri(reauthenticationOf(values));
    if (data) setTotpURI(data.totpURI);
    return { error };
  }, passwordErrors);
  const isShown = totpURI !== null;
  return (
    <FormDialog
      open
      wide={isShown}
      title={isShown ? settings.anotherDevice : settings.confirmTitle}
      text={isShown ? settings.anotherDeviceText : settings.anotherDevice}
      submit={isShown ? settings.done : settings.continue}
      {...(isShown ? { dismiss: null } : {})}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {isShown ? <TotpQrCode totpURI={totpURI} /> : <ReauthenticateFields error={form.fieldErrors.password} />}
    </FormDialog>
  );
}
