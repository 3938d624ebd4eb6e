/** The user's active sessions. */

import { type ReactElement, useRef } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { MetaLine } from "../../primitives/meta-line.tsx";
import { Section } from "../../primitives/section.tsx";
import { ItemsSkeleton, Loading } from "../../primitives/skeleton.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { readDevice } from "../../sessions/device.ts";
import { timeAgo } from "../../sessions/time-ago.ts";
import { useNextFocus } from "../../sessions/use-next-focus.ts";
import { useOptimisticRemoval } from "../../sessions/use-optimistic-removal.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { type ManagedSession, useAdminClient } from "../client.ts";
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
  const client = useAdminClient();
  const show = useToast();
  const { sessions: words } = useAdminUi().texts;
  const { data, error, reload } = page.sessions;
  const { isRemoved, problemOf, remove } = useOptimisticRemoval();
  const sessions = data?.sessions.filter(({ token }) => !isRemoved(token)) ?? null;
  const list = useRef<HTMLUListElement>(null);
  const focus = useNextFocus(list, sessions?.map(({ token }) => token) ?? []);
  const revoke = async (sessionToken: string): Promise<void> => {
    focus.leave(sessionToken);
    if (!(await remove(sessionToken, () => client.admin.revokeUserSession({ sessionToken }))))
      return focus.comeBack(sessionToken);
    show({ text: words.revoked });
    await page.reload();
  };
  const canRevoke = access.canDo("signOut", user);
  const revokeAll =
    canRevoke && (sessions?.length ?? 0) > 1 ? (
      <Button variant="secondary" size="small" onClick={(event) => onCommand("signOut", [user], event.currentTarget)}>
        {words.revokeAll}
      </Button>
    ) : null;
  return (
    <Section title={words.title} actions={revokeAll}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={sessions === null} skeleton={<ItemsSkeleton rows={2} />}>
          <div className="lk-rows">
            {sessions?.length === 0 ? <EmptyState title={words.empty} /> : null}
            <ul className="lk-list" ref={list} tabIndex={-1} aria-label={words.title}>
              {sessions?.map((session) => (
                <SessionItem
                  key={session.token}
                  session={session}
                  problem={problemOf(session.token)}
                  buttonRef={focus.refOf(session.token)}
                  onRevoke={canRevoke ? () => void revoke(session.token) : undefined}
                />
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
  readonly problem: string | undefined;
  readonly buttonRef: (button: HTMLButtonElement | null) => void;
  /** Missing without the permission. */
  readonly onRevoke: (() => void) | undefined;
}

function SessionItem({ session, problem, buttonRef, onRevoke }: SessionItemProps): ReactElement {
  const { texts } = useAuthUi();
  const { sessions: words } = useAdminUi().texts;
  const device = readDevice(session.userAgent);
  const name = device
    ? fill(texts.sessions.device, { browser: device.browser, system: device.system })
    : texts.sessions.unknownDevice;
  return (
    <li className="lk-list-row">
      <span className="lk-list-icon">
        <Icon name={device?.kind === "phone" ? "smartphone" : "monitor"} size={20} />
      </span>
      <div className="lk-list-text">
        <p className="lk-list-title">
          {name} {session.impersonatedBy ? <Badge tone="warning">{words.impersonated}</Badge> : null}
        </p>
        <MetaLine
          facts={[
            <time
              key="active"
              dateTime={session.updatedAt.toISOString()}
              title={session.updatedAt.toLocaleString(texts.language)}
            >
              {fill(words.active, { time: timeAgo(session.updatedAt, new Date(), texts.language) })}
            </time>,
            session.ipAddress && <bdi key="ip">{session.ipAddress}</bdi>,
          ]}
        />
      </div>
      {onRevoke ? (
        <Button
          ref={buttonRef}
          path="/admin/revoke-user-session"
          variant="secondary"
          size="small"
          aria-label={fill(words.revokeLabel, { device: name })}
          onClick={onRevoke}
        >
          {words.revoke}
        </Button>
      ) : null}
      {problem ? (
        <div className="lk-admin-reason">
          <ErrorAlert error={problem} />
        </div>
      ) : null}
    </li>
  );
}
