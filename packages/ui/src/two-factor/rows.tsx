/** The rows of the account page: authenticator app, email codes, and backup codes. */

import type { TwoFactorAccountState, TwoFactorCapabilities, TwoFactorMethod } from "@latchkey/two-factor";
import { type ReactElement, type RefObject, useEffect, useRef } from "react";
import { useAccountState } from "../account/account-state.ts";
import { useRecoveryNoticeId } from "../account/recovery-cooldown.ts";
import { BackupCodesRow } from "../primitives/backup-codes-row.tsx";
import { Status } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../primitives/menu.tsx";
import { Row, type RowProps } from "../primitives/row.tsx";
import { useToast } from "../primitives/toast.tsx";
import type { CallPaths } from "../provider/call-paths.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import { fill } from "../texts/texts.ts";
import { NewBackupCodesDialog, QrCodeDialog, TurnOffDialog } from "./change-dialogs.tsx";
import { isTwoFactorEnabled, useTwoFactorClient } from "./client.ts";
import { SetUpDialog } from "./set-up-dialog.tsx";
import { useTwoFactorCapabilities, useTwoFactorUi } from "./ui.ts";
import { type Action, useOpening } from "./use-opening.ts";

type Factors = NonNullable<TwoFactorAccountState["twoFactor"]>;

/** The calls that set up a method. */
const setUpPaths: Readonly<Record<TwoFactorMethod, readonly string[]>> = {
  totp: ["/two-factor/enable", "/two-factor/verify-totp"],
  otp: ["/two-factor/enable", "/two-factor/send-otp", "/two-factor/verify-otp"],
};

/**
 * The rows to set up and manage 2FA. Put them into `Rows`. Renders nothing if no one is signed in, or if the server has
 * no second factors. Guests have none.
 */
export function TwoFactorRows(): ReactElement | null {
  const offered = useTwoFactorCapabilities();
  const user = useTwoFactorClient().useSession().data?.user;
  const { isPending } = useAccountState();
  if (!offered || !user || isGuest(user) || isPending) return null;
  return <FactorRows key={user.id} offered={offered} isOn={isTwoFactorEnabled(user)} />;
}

interface FactorRowsProps {
  readonly offered: TwoFactorCapabilities;
  readonly isOn: boolean;
}

function FactorRows({ offered, isOn }: FactorRowsProps): ReactElement {
  const { settings } = useTwoFactorUi().texts;
  const showToast = useToast();
  const state = useAccountState();
  const opening = useOpening();
  const open = opening.dialog;
  const action = open?.action ?? null;
  const buttons = { totp: useButton(), otp: useButton(), codes: useButton() };
  const wasOn = useRef(isOn);
  const factors = isOn ? (state.data?.twoFactor ?? null) : null;
  const methods = methodsToShow(offered, factors);
  const isActive = (method: TwoFactorMethod): boolean => isOn && (factors === null || factors.methods.includes(method));
  const manager = methods.find(isActive) ?? methods[0];
  // After "Turn off", the row's own button takes the place of the menu's button.
  const opener = { totp: buttons.totp, otp: buttons.otp, codes: buttons.codes, uri: buttons.totp }[
    action === null || action === "off" ? (manager ?? "totp") : action
  ];
  useEffect(() => {
    // The row now has another button. If the dialog has closed already, focus was on the old one.
    const button = buttons[isOn ? "codes" : (manager ?? "totp")].current;
    if (document.activeElement === document.body && wasOn.current !== isOn) button?.focus();
    wasOn.current = isOn;
  });
  const dialog = {
    returnFocusTo: opener,
    onChanged: () => void state.reload(),
    onClose: opening.close,
  };
  const onTurnedOff = (): void => {
    showToast({ text: settings.turnedOff });
    void state.reload();
  };
  return (
    <>
      {methods.map((method) => (
        <MethodRow
          key={method}
          method={method}
          isActive={isActive(method)}
          isManager={isOn && method === manager}
          buttonRef={buttons[method]}
          pending={opening.pending}
          error={rowOf(opening.problem?.action) === method ? opening.problem?.error : null}
          onSelect={opening.open}
        />
      ))}
      {isOn ? (
        <BackupCodesRow
          words={settings}
          left={factors?.backupCodes ?? null}
          path="/two-factor/generate-backup-codes"
          buttonRef={buttons.codes}
          onReplace={() => opening.open("codes")}
        />
      ) : null}
      {open?.action === "totp" || open?.action === "otp" ? (
        <SetUpDialog {...dialog} method={open.action} started={open.started} onEnabled={dialog.onChanged} />
      ) : null}
      {action === "codes" ? <NewBackupCodesDialog {...dialog} /> : null}
      {open?.action === "uri" ? <QrCodeDialog {...dialog} initial={open.totpURI} /> : null}
      {action === "off" ? <TurnOffDialog {...dialog} onChanged={onTurnedOff} /> : null}
    </>
  );
}

/** The QR code belongs to the authenticator app's row. */
function rowOf(action: Action | undefined): Action | undefined {
  return action === "uri" ? "totp" : action;
}

const useButton = (): RefObject<HTMLButtonElement | null> => useRef<HTMLButtonElement>(null);

/** A method that the server no longer offers still has a row if a sign-in accepts it. */
function methodsToShow(offered: TwoFactorCapabilities, factors: Factors | null): readonly TwoFactorMethod[] {
  const all = ["totp", "otp"] as const;
  return all.filter((method) => offered[method] !== null || factors?.methods.includes(method));
}

interface MethodRowProps {
  readonly method: TwoFactorMethod;
  readonly isActive: boolean;
  /** Whether the row's menu turns off 2FA. One row has it, because it turns off all methods. */
  readonly isManager: boolean;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  /** The dialog that's about to open. */
  readonly pending: Action | null;
  /** Why a dialog of this row couldn't open. */
  readonly error: RowProps["error"];
  onSelect(action: Action): void;
}

function MethodRow(props: MethodRowProps): ReactElement {
  const { method, isActive, isManager, buttonRef, pending, error, onSelect } = props;
  const { settings } = useTwoFactorUi().texts;
  const label = settings[method];
  const canCall = useCanCall();
  const blockedBy = useRecoveryNoticeId();
  const isOffered = (paths: CallPaths): boolean => canCall(paths) !== false;
  const setUp = (
    <Button
      ref={buttonRef}
      path={setUpPaths[method]}
      variant="secondary"
      size="small"
      busy={pending === method}
      blocked={blockedBy !== undefined}
      aria-label={`${settings.setUp} (${label})`}
      aria-describedby={blockedBy}
      onClick={() => onSelect(method)}
    >
      {settings.setUp}
    </Button>
  );
  const items = [
    isActive && method === "totp" && isOffered("/two-factor/get-totp-uri") ? (
      <MenuItem key="uri" icon="smartphone" onSelect={() => onSelect("uri")}>
        {settings.anotherDevice}
      </MenuItem>
    ) : null,
    isActive && method === "totp" && isOffered(setUpPaths.totp) ? (
      <MenuItem key="new" icon="refresh-cw" onSelect={() => onSelect("totp")}>
        {settings.newApp}
      </MenuItem>
    ) : null,
    isManager && isOffered("/two-factor/disable") ? (
      <MenuItem key="off" icon="x" tone="destructive" onSelect={() => onSelect("off")}>
        {settings.turnOffItem}
      </MenuItem>
    ) : null,
  ].filter((item) => item !== null);
  const menu = (
    <Menu
      trigger={
        <Button
          ref={buttonRef}
          variant="ghost"
          size="small"
          icon={<Icon name="ellipsis" />}
          busy={rowOf(pending ?? undefined) === method}
          aria-label={fill(settings.manage, { name: label })}
        />
      }
    >
      {items.slice(0, -1)}
      {items.length > 2 ? <MenuSeparator /> : null}
      {items.slice(-1)}
    </Menu>
  );
  return (
    <Row
      label={label}
      value={<Status tone={isActive ? "success" : "neutral"}>{isActive ? settings.on : settings.off}</Status>}
      error={error}
      actions={
        <>
          {isActive ? null : setUp}
          {items.length > 0 ? menu : null}
        </>
      }
    />
  );
}
