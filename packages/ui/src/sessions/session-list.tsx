/** The devices that are signed in, each with a way to end it. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";
import { type ListedSession, SessionRow } from "./session-row.tsx";

/** What `SessionList` takes. */
export interface SessionListProps {
  readonly className?: string;
}

const signedOut = { code: "UNAUTHORIZED", message: "" };

/** The signed-in person's devices, each of which can be ended. */
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
    // An answer that was overtaken may still list what has been ended since.
    if (number !== loads.current) return;
    setError(result.error);
    if (result.data) setSessions(result.data as ListedSession[]);
  }, [client]);
  useEffect(() => {
    // Which of them is this device must be known first, or it could be ended by mistake.
    if (current === undefined) return;
    void load();
    const onFocus = (): void => void load();
    addEventListener("focus", onFocus);
    return () => {
      removeEventListener("focus", onFocus);
      // What is known, or under way, belongs to the one who left.
      loads.current++;
      setSessions(null);
    };
  }, [current, load]);
  useEffect(() => {
    // The button that was pressed is gone with its row: whoever uses the keyboard goes on from the list.
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
      {problem ? <Alert tone="error">{errorText(texts, problem)}</Alert> : null}
      {notice ? <Alert tone="success">{notice}</Alert> : null}
      {ordered === null && !problem ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      <ul className="lk-list" ref={list} tabIndex={-1}>
        {ordered?.map((session) => (
          <SessionRow key={session.token} session={session} isCurrent={session.token === current} onRevoke={revoke} />
        ))}
      </ul>
      {others.length > 0 ? (
        <ConfirmDialog
          trigger={<Button look="quiet">{texts.sessions.revokeOthers}</Button>}
          title={texts.sessions.revokeOthersTitle}
          text={texts.sessions.revokeOthersText}
          confirm={texts.sessions.revokeOthersConfirm}
          onConfirm={() => void revokeOthers()}
        />
      ) : null}
    </Card>
  );
}
