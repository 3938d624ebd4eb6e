/** The card that lists a user's sessions. */

import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { List } from "../primitives/list.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { SessionRow } from "../sessions/session-row.tsx";
import { errorText } from "../texts/texts.ts";
import { type AdminResult, type UserCardProps, useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

export function UserSessionsCard({ user, isSelf }: UserCardProps): ReactElement {
  const client = useAdminClient();
  const { texts } = useAuthUi();
  const { sessions } = useAdminUi().texts;
  const current = client.useSession().data?.session as { readonly token?: string } | undefined;
  const [problem, setProblem] = useState<string | null>(null);
  // A ban ends the user's sessions, so the list reloads when the ban changes.
  const key = `${user.id} ${user.banned}`;
  const { data, error, reload } = useQuery(key, () => client.admin.listUserSessions({ userId: user.id }));
  const after = async ({ error: refused }: AdminResult): Promise<void> => {
    setProblem(refused ? errorText(texts, refused) : null);
    if (!refused) await reload();
  };
  const revoke = async (sessionToken: string): Promise<void> =>
    after(await client.admin.revokeUserSession({ sessionToken }));
  const revokeAll = async (): Promise<void> => after(await client.admin.revokeUserSessions({ userId: user.id }));
  const shown = problem ?? error;
  const rows = data?.sessions ?? [];
  return (
    <Card wide title={sessions.title}>
      <ErrorAlert error={shown} />
      <List rows={data?.sessions} empty={sessions.empty}>
        {(session) => (
          <SessionRow
            key={session.token}
            session={session}
            isCurrent={isSelf && session.token === current?.token}
            note={session.impersonatedBy ? sessions.impersonated : undefined}
            onRevoke={revoke}
          />
        )}
      </List>
      {rows.length > 1 && !isSelf ? (
        <ConfirmDialog
          trigger={<Button variant="secondary">{sessions.revokeAll}</Button>}
          title={sessions.revokeAll}
          text={sessions.revokeAllText}
          confirm={sessions.revokeAll}
          onConfirm={() => void revokeAll()}
        />
      ) : null}
    </Card>
  );
}
