/** The list of trusted devices, which can sign in without a code. */

import type { TrustedDevice } from "@latchkey/two-factor";
import { type ReactElement, type RefObject, useRef, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Screen } from "../primitives/screen.tsx";
import { RowsGroup } from "../primitives/section.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useFocusEffect } from "../primitives/use-focus-effect.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { DeviceRow } from "../sessions/device-row.tsx";
import { timeAgo } from "../sessions/time-ago.ts";
import { useNextFocus } from "../sessions/use-next-focus.ts";
import { useOptimisticRemoval } from "../sessions/use-optimistic-removal.ts";
import { errorText, fill } from "../texts/texts.ts";
import { isTwoFactorEnabled, useTwoFactorClient } from "./client.ts";
import { useTwoFactorCapabilities, useTwoFactorUi } from "./ui.ts";

/** The devices that the user trusts. Renders nothing if there are none, or for users without 2FA. */
export function TrustedDevices(): ReactElement | null {
  const client = useTwoFactorClient();
  const offered = useTwoFactorCapabilities();
  const user = client.useSession().data?.user;
  if (!offered || !user || !isTwoFactorEnabled(user)) return null;
  return (
    <Screen className="lk-settings-part">
      <Devices key={user.id} userId={user.id} />
    </Screen>
  );
}

function Devices({ userId }: { readonly userId: string }): ReactElement | null {
  const client = useTwoFactorClient();
  const { devices: words } = useTwoFactorUi().texts;
  const showToast = useToast();
  const { data, error, isOff, reload } = useQuery("/two-factor/list-trusted-devices", userId, () =>
    client.twoFactor.listTrustedDevices(),
  );
  const { isRemoved, problemOf, remove } = useOptimisticRemoval();
  const list = useRef<HTMLUListElement>(null);
  const devices = data?.filter(({ id }) => !isRemoved(id)) ?? [];
  const frame = useFocusWhenEmptied(devices.length);
  const focus = useNextFocus(
    list,
    devices.map(({ id }) => id),
  );
  const revoke = async (id: string): Promise<void> => {
    focus.leave(id);
    if (!(await remove(id, () => client.twoFactor.revokeTrustedDevice({ id })))) return focus.comeBack(id);
    showToast({ text: words.revoked });
    await reload();
  };
  if (isOff) return null;
  if (error && !data) {
    return (
      <RowsGroup title={words.title} text={words.text}>
        <ErrorPanel error={error} onRetry={reload} />
      </RowsGroup>
    );
  }
  if (devices.length === 0) return <div ref={frame} className="lk-hidden" tabIndex={-1} />;
  return (
    <RowsGroup
      title={words.title}
      text={words.text}
      actions={devices.length > 1 ? <RemoveAll onDone={reload} /> : undefined}
    >
      <ul className="lk-rows" ref={list} tabIndex={-1} aria-label={words.title}>
        {devices.map((device) => (
          <TrustedDeviceRow
            key={device.id}
            device={device}
            problem={problemOf(device.id)}
            buttonRef={focus.refOf(device.id)}
            onRevoke={() => void revoke(device.id)}
          />
        ))}
      </ul>
    </RowsGroup>
  );
}

/** The buttons disappear with the last row. Without this, the focus would move to the start of the page. */
function useFocusWhenEmptied(count: number): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const previous = useRef(count);
  useFocusEffect(() => {
    if (count === 0 && previous.current > 0) frame.current?.focus();
    previous.current = count;
  }, [count]);
  return frame;
}

interface TrustedDeviceRowProps {
  readonly device: TrustedDevice;
  readonly problem: string | undefined;
  readonly buttonRef: (button: HTMLButtonElement | null) => void;
  onRevoke(): void;
}

function TrustedDeviceRow({ device, problem, buttonRef, onRevoke }: TrustedDeviceRowProps): ReactElement {
  const { texts } = useAuthUi();
  const { devices: words } = useTwoFactorUi().texts;
  const canRevoke = useCanCall()("/two-factor/revoke-trusted-device") !== false;
  const time = timeAgo(device.lastUsedAt, new Date(), texts.language);
  return (
    <DeviceRow
      userAgent={device.userAgent}
      used={fill(words.lastUsed, { time })}
      details={device.ipAddress ? [fill(texts.sessions.ipAddress, { address: device.ipAddress })] : []}
      badge={device.current ? words.current : undefined}
      error={problem}
      action={canRevoke ? { text: words.revoke, label: words.revokeLabel, buttonRef, onClick: onRevoke } : undefined}
    />
  );
}

function RemoveAll({ onDone }: { onDone(): Promise<void> }): ReactElement {
  const client = useTwoFactorClient();
  const { texts } = useAuthUi();
  const { devices: words } = useTwoFactorUi().texts;
  const showToast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const { error } = await client.twoFactor.revokeTrustedDevices();
    setBusy(false);
    if (error) return setProblem(errorText(texts, error));
    setOpen(false);
    showToast({ text: words.allRevoked });
    await onDone();
  };
  const open = (): void => {
    setProblem(null);
    setOpen(true);
  };
  return (
    <>
      <Button path="/two-factor/revoke-trusted-devices" variant="secondary" size="small" onClick={open}>
        {words.revokeAll}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={words.revokeAllTitle}
        text={words.revokeAllText}
        confirm={words.revokeAll}
        busy={busy}
        error={problem}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
