/** A row for one active session. */

import { type ReactElement, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { readDevice } from "./device.ts";
import { timeAgo } from "./time-ago.ts";

/** A session from the list. */
export interface ListedSession {
  readonly token: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: Date;
}

/** Props of `SessionRow`. */
export interface SessionRowProps {
  readonly session: ListedSession;
  readonly isCurrent: boolean;
  /** Anything unusual about the session. */
  readonly note?: string | undefined;
  onRevoke(token: string): Promise<void>;
}

/** A row for one active session. */
export function SessionRow({ session, isCurrent, note, onRevoke }: SessionRowProps): ReactElement {
  const { texts } = useAuthUi();
  const [busy, setBusy] = useState(false);
  const device = readDevice(session.userAgent);
  const name = device
    ? fill(texts.sessions.device, { browser: device.browser, system: device.system })
    : texts.sessions.unknownDevice;
  const revoke = async (): Promise<void> => {
    setBusy(true);
    await onRevoke(session.token);
    setBusy(false);
  };
  return (
    <li className="lk-list-row">
      <DeviceIcon kind={device?.kind ?? "computer"} />
      <div className="lk-list-text">
        <p className="lk-list-title">
          {name} {isCurrent ? <span className="lk-badge">{texts.sessions.current}</span> : null}
          {note === undefined ? null : <span className="lk-badge lk-badge-warning">{note}</span>}
        </p>
        <p className="lk-note">
          <time dateTime={session.createdAt.toISOString()} title={session.createdAt.toLocaleString()}>
            {fill(texts.sessions.signedIn, { time: timeAgo(session.createdAt, new Date(), texts.language) })}
          </time>
          {session.ipAddress ? ` · ${session.ipAddress}` : ""}
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          variant="secondary"
          busy={busy}
          aria-label={fill(texts.sessions.revokeLabel, { device: name })}
          onClick={() => void revoke()}
        >
          {texts.sessions.revoke}
        </Button>
      )}
    </li>
  );
}

function DeviceIcon({ kind }: { readonly kind: "phone" | "computer" }): ReactElement {
  return (
    <svg
      className="lk-list-icon"
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {kind === "phone" ? (
        <>
          <rect x="7" y="3" width="10" height="18" rx="2" />
          <path d="M11 18h2" strokeLinecap="round" />
        </>
      ) : (
        <>
          <rect x="3" y="5" width="18" height="11" rx="1.5" />
          <path d="M9 20h6M12 16v4" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}
