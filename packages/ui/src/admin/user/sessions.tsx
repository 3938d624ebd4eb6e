/** The user's active sessions. */

import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Section } from "../../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../../primitives/skeleton.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { readDevice } from "../../sessions/device.ts";
import { timeAgo } from "../../sessions/time-ago.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { type AdminResult, type ManagedSession, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { StartCommand } from "../user-command.ts";
import type { UserPartProps } from "./identity.tsx";

/** The sessions, each with a button to end it. */
export function UserSessions({
  page,
  user,
  onCommand,
}: UserPartProps & { readonly onCommand: StartCommand }): ReactElement {
  const access = useAdminAccess();
  const { sessions: own } = useAdminUi().texts;
  const { data, error, reload } = page.sessions;
  const sessions = data?.sessions ?? null;
  const canRevoke = access.canDo("signOut", user);
  const revokeAll =
    canRevoke && (sessions?.length ?? 0) > 1 ? (
      <Button variant="secondary" size="small" onClick={(event) => onCommand("signOut", [user], event.currentTarget)}>
        {own.revokeAll}
      </Button>
    ) : null;
  return (
    <Section title={own.title} actions={revokeAll}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={sessions === null} skeleton={<RowsSkeleton rows={2} />}>
          <div className="lk-rows">
            {sessions?.length === 0 ? <EmptyState title={own.empty} /> : null}
            <ul className="lk-list">
              {sessions?.map((session) => (
                <SessionItem key={session.token} session={session} canRevoke={canRevoke} onRevoked={page.reload} />
              ))}
            </ul>
          </div>
        </Loading>
      )}
    </Section>
  );
}

interface SessionItemProps {
  readonly session: ManagedSession;
  readonly canRevoke: boolean;
  onRevoked(): Promise<void>;
}

function SessionItem({ session, canRevoke, onRevoked }: SessionItemProps): ReactElement {
  const client = useAdminClient();
  const show = useToast();
  const { texts } = useAuthUi();
  const { sessions: own } = useAdminUi().texts;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AdminResult["error"]>(null);
  const device = readDevice(session.userAgent);
  const name = device
    ? fill(texts.sessions.device, { browser: device.browser, system: device.system })
    : texts.sessions.unknownDevice;
  const revoke = async (): Promise<void> => {
    setBusy(true);
    const result = await client.admin.revokeUserSession({ sessionToken: session.token });
    setBusy(false);
    setError(result.error);
    if (result.error) return;
    show({ text: own.revoked });
    await onRevoked();
  };
  return (
    <li className="lk-list-row">
      <span className="lk-list-icon">
        <Icon name={device?.kind === "phone" ? "smartphone" : "monitor"} size={20} />
      </span>
      <div className="lk-list-text">
        <p className="lk-list-title">
          {name} {session.impersonatedBy ? <Badge tone="warning">{own.impersonated}</Badge> : null}
        </p>
        <p className="lk-note">
          <time dateTime={session.updatedAt.toISOString()} title={session.updatedAt.toLocaleString(texts.language)}>
            {fill(own.active, { time: timeAgo(session.updatedAt, new Date(), texts.language) })}
          </time>
          {session.ipAddress ? (
            <>
              {" · "}
              <bdi>{session.ipAddress}</bdi>
            </>
          ) : null}
        </p>
      </div>
      {canRevoke ? (
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={fill(own.revokeLabel, { device: name })}
          onClick={() => void revoke()}
        >
          {own.revoke}
        </Button>
      ) : null}
      {error ? (
        <div className="lk-admin-reason">
          <ErrorAlert error={error} />
        </div>
      ) : null}
    </li>
  );
}
