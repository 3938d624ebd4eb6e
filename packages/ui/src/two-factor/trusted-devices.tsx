/** The list of trusted devices, which can sign in without a code. */

import type { TrustedDevice } from "@latchkey/two-factor";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { SectionTitle } from "../primitives/card.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { readDevice } from "../sessions/device.ts";
import { timeAgo } from "../sessions/time-ago.ts";
import { errorText, fill } from "../texts/texts.ts";
import { useTwoFactorClient } from "./client.ts";
import { useTwoFactorUi } from "./ui.ts";

/** Renders nothing if there are none. */
export function TrustedDevices({ userId }: { readonly userId: string }): ReactElement | null {
  const client = useTwoFactorClient();
  const { texts } = useAuthUi();
  const { devices } = useTwoFactorUi().texts;
  const { data, error, reload } = useQuery(userId, () => client.twoFactor.listTrustedDevices());
  const [problem, setProblem] = useState<string | null>(null);
  const shown = problem ?? error;
  const revoke = async (id: string | null): Promise<void> => {
    const result = await (id === null
      ? client.twoFactor.revokeTrustedDevices()
      : client.twoFactor.revokeTrustedDevice({ id }));
    setProblem(result.error ? errorText(texts, result.error) : null);
    if (!result.error) await reload();
  };
  if (!shown && (data ?? []).length === 0) return null;
  return (
    <section className="lk-part" aria-label={devices.title}>
      <SectionTitle>{devices.title}</SectionTitle>
      <p className="lk-part-text">{devices.text}</p>
      <ErrorAlert error={shown} />
      <ul className="lk-list">
        {data?.map((device) => (
          <DeviceRow key={device.id} device={device} onRevoke={() => revoke(device.id)} />
        ))}
      </ul>
      {data && data.length > 1 ? (
        <Button variant="secondary" onClick={() => void revoke(null)}>
          {devices.revokeAll}
        </Button>
      ) : null}
    </section>
  );
}

interface DeviceRowProps {
  readonly device: TrustedDevice;
  onRevoke(): Promise<void>;
}

function DeviceRow({ device, onRevoke }: DeviceRowProps): ReactElement {
  const { texts } = useAuthUi();
  const { devices } = useTwoFactorUi().texts;
  const [busy, setBusy] = useState(false);
  const { browser, system } = readDevice(device.userAgent) ?? {};
  const name = browser && system ? fill(texts.sessions.device, { browser, system }) : texts.sessions.unknownDevice;
  const revoke = async (): Promise<void> => {
    setBusy(true);
    await onRevoke();
    setBusy(false);
  };
  return (
    <li className="lk-list-row">
      <div className="lk-list-text">
        <p className="lk-list-title">
          {name} {device.current ? <span className="lk-badge lk-badge-success">{devices.current}</span> : null}
        </p>
        <p className="lk-note">
          {fill(devices.lastUsed, { time: timeAgo(device.lastUsedAt, new Date(), texts.language) })}
          {device.ipAddress ? ` · ${device.ipAddress}` : ""}
        </p>
      </div>
      <Button
        variant="secondary"
        busy={busy}
        aria-label={fill(devices.revokeLabel, { device: name })}
        onClick={() => void revoke()}
      >
        {devices.revoke}
      </Button>
    </li>
  );
}
