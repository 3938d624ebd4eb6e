/** The devices that are signed in to the account. */

import { type ReactElement, useRef, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Screen } from "../primitives/screen.tsx";
import { RowsGroup } from "../primitives/section.tsx";
import { ItemsSkeleton, Loading } from "../primitives/skeleton.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { useCanCall } from "../provider/use-can-call.ts";
import { errorText, fill, fillCount } from "../texts/texts.ts";
import { DeviceRow, deviceName } from "./device-row.tsx";
import { timeAgo } from "./time-ago.ts";
import { type DevicesState, type ListedSession, useDevices } from "./use-devices.ts";
import { useNextFocus } from "./use-next-focus.ts";

/** Props for `Devices`. */
export interface DevicesProps {
  readonly className?: string;
}

/** How many rows are shown at first. */
const firstRows = 10;

/** The user's active sessions, each with a button to sign it out. Part of `Account`, but can also be used alone. */
export function Devices({ className }: DevicesProps): ReactElement {
  return (
    <SetupBoundary>
      <Screen className={classNames("lk-settings-part", className)}>
        <ActiveSessions />
      </Screen>
    </SetupBoundary>
  );
}

function ActiveSessions(): ReactElement | null {
  const { texts } = useAuthUi();
  const devices = useDevices();
  const { sessions, current, error, reload } = devices;
  const list = useRef<HTMLUListElement>(null);
  const [announced, setAnnounced] = useState("");
  const others = sessions?.filter(({ token }) => token !== current) ?? [];
  const onlyError = sessions === null ? error : null;
  if (devices.isOff) return null;
  return (
    <RowsGroup
      title={texts.sessions.title}
      text={texts.sessions.subtitle}
      actions={
        <SignOutOthers
          isOffered={others.length > 1}
          list={list}
          onConfirm={devices.revokeOthers}
          onDone={() => setAnnounced(texts.sessions.othersRevoked)}
        />
      }
    >
      <Loading pending={sessions === null && !onlyError} skeleton={<ItemsSkeleton rows={2} />}>
        {onlyError ? (
          <ErrorPanel error={onlyError} onRetry={onlyError.status === 401 ? undefined : reload} />
        ) : (
          <SessionRows devices={devices} list={list} onDone={() => setAnnounced(texts.sessions.revoked)} />
        )}
      </Loading>
      <span className="lk-hidden" role="status">
        {announced}
      </span>
    </RowsGroup>
  );
}

interface SessionRowsProps {
  readonly devices: DevicesState;
  readonly list: { readonly current: HTMLUListElement | null };
  onDone(): void;
}

function SessionRows({ devices, list, onDone }: SessionRowsProps): ReactElement {
  const { texts } = useAuthUi();
  const { sessions, current, problemOf, revoke } = devices;
  const [isComplete, setComplete] = useState(false);
  const all = sessions ?? [];
  const shown = isComplete ? all : all.slice(0, firstRows);
  const focus = useNextFocus(
    list,
    shown.map(({ token }) => token),
  );
  const end = async (token: string): Promise<void> => {
    focus.leave(token);
    if (await revoke(token)) onDone();
    else focus.comeBack(token);
  };
  const showAll = (): void => {
    setComplete(true);
    focus.enter(all[firstRows]?.token);
  };
  return (
    <>
      <ul className="lk-rows" ref={list} tabIndex={-1} aria-label={texts.sessions.title}>
        {shown.map((session) => (
          <SessionRow
            key={session.token}
            session={session}
            isCurrent={session.token === current}
            problem={problemOf(session.token)}
            buttonRef={focus.refOf(session.token)}
            onRevoke={() => void end(session.token)}
          />
        ))}
      </ul>
      {shown.length < all.length ? (
        <div className="lk-actions">
          <Button variant="ghost" size="small" onClick={showAll}>
            {fillCount(texts, texts.sessions.showMore, all.length - shown.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface SessionRowProps {
  readonly session: ListedSession;
  readonly isCurrent: boolean;
  readonly problem: string | undefined;
  readonly buttonRef: (button: HTMLButtonElement | null) => void;
  onRevoke(): void;
}

function SessionRow({ session, isCurrent, problem, buttonRef, onRevoke }: SessionRowProps): ReactElement {
  const { texts, plugins } = useAuthUi();
  const canRevoke = useCanCall()("/revoke-session") !== false;
  const { id, userAgent, ipAddress, createdAt, updatedAt } = session;
  const signedIn = createdAt.toLocaleString(texts.language, { dateStyle: "medium", timeStyle: "short" });
  const [markProblem, setMarkProblem] = useState<string | null>(null);
  const action = { text: texts.sessions.revoke, label: texts.sessions.revokeLabel, buttonRef, onClick: onRevoke };
  return (
    <DeviceRow
      userAgent={userAgent}
      used={
        isCurrent
          ? texts.sessions.activeNow
          : fill(texts.sessions.active, { time: timeAgo(updatedAt, new Date(), texts.language) })
      }
      details={[
        ...(ipAddress ? [fill(texts.sessions.ipAddress, { address: ipAddress })] : []),
        fill(texts.sessions.signedIn, { time: signedIn }),
      ]}
      badge={isCurrent ? texts.sessions.current : undefined}
      error={problem ?? markProblem}
      action={isCurrent || !canRevoke ? undefined : action}
    >
      {plugins.map(({ id: plugin, account }) =>
        account?.SessionMark ? (
          <SetupBoundary key={plugin}>
            <account.SessionMark
              sessionId={id}
              isCurrent={isCurrent}
              device={deviceName(texts, userAgent)}
              onError={setMarkProblem}
            />
          </SetupBoundary>
        ) : null,
      )}
    </DeviceRow>
  );
}

interface SignOutOthersProps {
  /** With one other device, its own button is enough. */
  readonly isOffered: boolean;
  /** Gets the focus when the button is gone. */
  readonly list: { readonly current: HTMLElement | null };
  onConfirm: DevicesState["revokeOthers"];
  onDone(): void;
}

function SignOutOthers({ isOffered, list, onConfirm, onDone }: SignOutOthersProps): ReactElement {
  const { texts } = useAuthUi();
  const { sessions } = texts;
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const error = await onConfirm();
    setBusy(false);
    setProblem(error && errorText(texts, error));
    if (error) return;
    setOpen(false);
    onDone();
  };
  const open = (): void => {
    setProblem(null);
    setOpen(true);
  };
  return (
    <>
      {isOffered ? (
        <Button ref={button} path="/revoke-other-sessions" variant="secondary" size="small" onClick={open}>
          {sessions.revokeOthers}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isOpen}
        title={sessions.revokeOthersTitle}
        text={sessions.revokeOthersText}
        confirm={sessions.revokeOthersConfirm}
        busy={busy}
        error={problem}
        returnFocusTo={isOffered ? button : list}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
