/** The list of active sessions. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../provider/context.ts";
import { type ListedSession, SessionRow } from "./session-row.tsx";

/** Props of `SessionList`. */
export interface SessionListProps {
  readonly className?: string;
}

const signedOut = { code: "UNAUTHORIZED", message: "" };

/** The user's active sessions, each with a button to sign it out. */
export function SessionList({ className }: SessionListProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const own = client.useSession();
  const current = (own.data?.session as ListedSession | undefined)?.token;
  const [sessions, setSessions] = useState<readonly ListedSession[] | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const loads = useRef(0);

  const load = useCallback(async (): Promise<void> => {
    loads.current++;
    const number = loads.current;
    const result = await client.listSessions();
    // An outdated response can still list sessions that have ended since.
    if (number !== loads.current) return;
    setError(result.error);
    if (result.data) setSessions(result.data as ListedSession[]);
  }, [client]);
  useEffect(() => {
    // Wait until the current session is known, or the user could end it by mistake.
    if (current === undefined) return;
    void load();
    const onFocus = (): void => void load();
    addEventListener("focus", onFocus);
    return () => {
      removeEventListener("focus", onFocus);
      // Data and requests of the previous user no longer apply.
      loads.current++;
      setSessions(null);
    };
  }, [current, load]);
  useEffect(() => {
    // The pressed button disappears with its row, so move the keyboard focus to the list.
    if (sessions && notice && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [sessions, notice]);

  const after = async (result: { readonly error: ClientError | null }, done: string): Promise<void> => {
    setError(result.error);
    setNotice(result.error ? null : done);
    if (!result.error) await load();
  };
  const revoke = async (token: string): Promise<void> =>
    after(await client.revokeSession({ token }), texts.sessions.revoked);
  const revokeOthers = async (): Promise<void> =>
    after(await client.revokeOtherSessions(), texts.sessions.othersRevoked);

  const others = sessions?.filter(({ token }) => token !== current) ?? [];
  const ordered = sessions ? [...sessions.filter(({ token }) => token === current), ...others] : null;
  const problem = error ?? (own.data || own.isPending ? null : (own.error ?? signedOut));
  return (
    <Card wide title={texts.sessions.title} subtitle={texts.sessions.subtitle} className={className}>
      <ErrorAlert error={problem} />
      {notice ? <Alert tone="success">{notice}</Alert> : null}
      {ordered === null && !problem ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      <ul className="lk-list" ref={list} tabIndex={-1}>
        {ordered?.map((session) => (
          <SessionRow key={session.token} session={session} isCurrent={session.token === current} onRevoke={revoke} />
        ))}
      </ul>
      {others.length > 0 ? (
        <ConfirmDialog
          trigger={<Button variant="secondary">{texts.sessions.revokeOthers}</Button>}
          title={texts.sessions.revokeOthersTitle}
          text={texts.sessions.revokeOthersText}
          confirm={texts.sessions.revokeOthersConfirm}
          onConfirm={() => void revokeOthers()}
        />
      ) : null}
    </Card>
  );
}
