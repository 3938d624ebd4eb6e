/** Where a user is signed in. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { useLoaded } from "../primitives/use-loaded.ts";
import { useAuthUi } from "../provider/context.ts";
import { SessionRow } from "../sessions/session-row.tsx";
import { errorText } from "../texts/texts.ts";
import type { UserCardProps } from "./admin-user.tsx";
import { type Done, useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

export function UserSessionsCard({ user, isSelf }: UserCardProps): ReactElement {
  const client = useAdminClient();
  const { texts } = useAuthUi();
  const { sessions } = useAdminUi().texts;
  const current = client.useSession().data?.session as { readonly token?: string } | undefined;
  const [problem, setProblem] = useState<string | null>(null);
  // A ban or a new password ends them: asked for anew with each change of the user.
  const key = `${user.id} ${user.banned}`;
  const { data, error, reload } = useLoaded(key, () => client.admin.listUserSessions({ userId: user.id }));
  const after = async ({ error: refused }: Done): Promise<void> => {
    setProblem(refused ? errorText(texts, refused) : null);
    if (!refused) await reload();
  };
  const revoke = async (sessionToken: string): Promise<void> =>
    after(await client.admin.revokeUserSession({ sessionToken }));
  const revokeAll = async (): Promise<void> => after(await client.admin.revokeUserSessions({ userId: user.id }));
  const shown = problem ?? (error ? errorText(texts, error) : null);
  const rows = data?.sessions ?? [];
  return (
    <Card wide title={sessions.title}>
      {shown ? <Alert tone="error">{shown}</Alert> : null}
      {data && rows.length === 0 ? <p className="lk-part-text">{sessions.empty}</p> : null}
      <ul className="lk-list">
        {rows.map((session) => (
          <SessionRow
            key={session.token}
            session={session}
            isCurrent={isSelf && session.token === current?.token}
            note={session.impersonatedBy ? sessions.impersonated : undefined}
            onRevoke={revoke}
          />
        ))}
      </ul>
      {rows.length > 1 && !isSelf ? (
        <ConfirmDialog
          trigger={<Button look="quiet">{sessions.revokeAll}</Button>}
          title={sessions.revokeAll}
          text={sessions.revokeAllText}
          confirm={sessions.revokeAll}
          onConfirm={() => void revokeAll()}
        />
      ) : null}
    </Card>
  );
}
