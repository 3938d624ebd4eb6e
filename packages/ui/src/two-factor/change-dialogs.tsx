/** The dialogs for users who have 2FA: turn it off, create new backup codes, and show the QR code again. */

import { type ReactElement, type RefObject, useState } from "react";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { NewCodesDialog } from "../primitives/new-codes-dialog.tsx";
import { type SubmitResult, useForm } from "../primitives/use-form.ts";
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

/** Asks for the password, replaces the backup codes, and shows the new ones. */
export function NewBackupCodesDialog(props: ChangeDialogProps): ReactElement {
  const { twoFactor } = useTwoFactorClient();
  const { settings, backupCodes } = useTwoFactorUi().texts;
  return (
    <NewCodesDialog
      {...props}
      words={settings}
      codesWords={backupCodes}
      fieldByErrorCode={passwordErrors}
      fields={(errors) => <ReauthenticateFields error={errors.password} />}
      generate={(values) => twoFactor.generateBackupCodes(reauthenticationOf(values))}
    />
  );
}

/** Props for `QrCodeDialog`. */
export interface QrCodeDialogProps extends Omit<ChangeDialogProps, "onChanged"> {
  /** The content of the QR code. `null` asks for the password first. */
  readonly initial: string | null;
}

/** Shows the QR code of the current authenticator app, for another device. */
export function QrCodeDialog({ initial, returnFocusTo, onClose }: QrCodeDialogProps): ReactElement {
  const { twoFactor } = useTwoFactorClient();
  const { settings } = useTwoFactorUi().texts;
  const [totpURI, setTotpURI] = useState(initial);
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
