/** The devices that are signed in, each with a way to end it. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useCallback, useEffect, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../provider/provider.tsx";
import { errorText } from "../texts/en.ts";
import { type ListedSession, SessionRow } from "./session-row.tsx";

export interface SessionListProps {
  readonly className?: string;
}

export function SessionList({ className }: SessionListProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const current = (client.useSession().data?.session as ListedSession | undefined)?.token;
  const [sessions, setSessions] = useState<readonly ListedSession[] | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  const [notice, setNotice] = useState<string | null>(null);

  const load = useCallback(async (): Promise<void> => {
    const result = await client.listSessions();
    setError(result.error);
    if (result.data) setSessions(result.data as ListedSession[]);
  }, [client]);
  useEffect(() => void load(), [load]);

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
  return (
    <Card wide title={texts.sessions.title} subtitle={texts.sessions.subtitle} className={className}>
      {error ? <Alert tone="error">{errorText(texts, error)}</Alert> : null}
      {notice ? <Alert tone="success">{notice}</Alert> : null}
      {ordered === null && !error ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      <ul className="lk-list">
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
