/** The admin page of one user, with their details and every action. */

import { type ReactElement, useEffect, useRef } from "react";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Icon } from "../primitives/icons.tsx";
import { RowGroup } from "../primitives/row.tsx";
import { Loading } from "../primitives/skeleton.tsx";
import { useAuthUi } from "../provider/context.ts";
import { AdminGate, useAdminAccess } from "./access.tsx";
import { AdminScreen } from "./admin-screen.tsx";
import { UserAuditLog } from "./audit/user-audit-log.tsx";
import { PageSkeleton } from "./page-header.tsx";
import { useAdminUi } from "./plugin.tsx";
import { UserAccounts } from "./user/accounts.tsx";
import { UserDanger } from "./user/danger.tsx";
import { UserFacts } from "./user/facts.tsx";
import { UserHeader } from "./user/header.tsx";
import { UserIdentity } from "./user/identity.tsx";
import { UserOrganizations } from "./user/organizations.tsx";
import { UserSecurity } from "./user/security.tsx";
import { UserSessions } from "./user/sessions.tsx";
import { useUserPage } from "./user/use-user-page.ts";
import { useUserCommands } from "./user-commands.tsx";

/** Props for `AdminUser`. */
export interface AdminUserProps {
  /** The user's id, from the page's path. */
  readonly userId: string;
  readonly className?: string;
}

/** Shows one user to admins. */
export function AdminUser({ userId, className }: AdminUserProps): ReactElement {
  return (
    <AdminScreen className={className}>
      <User userId={userId} />
    </AdminScreen>
  );
}

function User({ userId }: { readonly userId: string }): ReactElement {
  const { person } = useAdminUi().texts.users;
  return (
    <AdminGate title={person} resource="user" action="get" code="YOU_ARE_NOT_ALLOWED_TO_GET_USER">
      {/* Drafts and messages belong to one user. */}
      <UserPage key={userId} userId={userId} />
    </AdminGate>
  );
}

function UserPage({ userId }: { readonly userId: string }): ReactElement {
  const { Link, navigate } = useAuthUi();
  const { texts, path } = useAdminUi();
  const page = useUserPage(userId);
  const access = useAdminAccess();
  const root = useRef<HTMLDivElement>(null);
  const commands = useUserCommands({
    onDone: ({ removes }) => (removes ? navigate(path) : page.reload()),
  });
  const { user, error } = page;
  useEffect(() => {
    // A change can remove the button that had focus, such as "Ban user".
    if (user && page.hasReloaded && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>("h1")?.focus();
  }, [user, page.hasReloaded]);
  return (
    <div ref={root} className="lk-admin-page">
      <Link href={path} className="lk-link lk-back">
        <Icon name="arrow-left" />
        {texts.user.back}
      </Link>
      {error && !user ? (
        <ErrorPanel error={error} onRetry={error.status === 404 ? undefined : page.reload} />
      ) : (
        <Loading pending={user === null} skeleton={<PageSkeleton />}>
          {user ? (
            <RowGroup>
              <UserHeader user={user} onCommand={commands.start} />
              <div className="lk-admin-columns">
                <div className="lk-admin-main">
                  <UserIdentity page={page} user={user} onCommand={commands.start} />
                  {access.can("session", "list") ? (
                    <UserSessions page={page} user={user} onCommand={commands.start} />
                  ) : null}
                  <UserAccounts page={page} user={user} />
                  {access.can("audit", "list") ? <UserAuditLog userId={userId} revision={page.revision} /> : null}
                </div>
                <div className="lk-admin-side">
                  <UserFacts page={page} user={user} />
                  <UserSecurity user={user} onCommand={commands.start} />
                  <UserOrganizations page={page} />
                  <UserDanger user={user} onCommand={commands.start} />
                </div>
              </div>
            </RowGroup>
          ) : null}
        </Loading>
      )}
      {commands.dialog}
    </div>
  );
}
