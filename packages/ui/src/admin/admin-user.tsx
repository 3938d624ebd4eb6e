/** The admin page of one user, with their details and every action. */

import type { ReactElement } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Avatar } from "../primitives/avatar.tsx";
import { Card, CardLevel, Stack } from "../primitives/card.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { fill } from "../texts/texts.ts";
import { AccessCard } from "./access-card.tsx";
import { RoleBadges } from "./admin-users.tsx";
import { AuditTrail } from "./audit-trail.tsx";
import { type UserCardProps, useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";
import { RemoveCard } from "./remove-card.tsx";
import { RolesCard } from "./roles-card.tsx";
import { UserSessionsCard } from "./user-sessions-card.tsx";

/** Props of `AdminUser`. */
export interface AdminUserProps {
  /** The user's id, from the page's path. */
  readonly userId: string;
  readonly className?: string;
}

/** Shows one user to admins. */
export function AdminUser(props: AdminUserProps): ReactElement {
  return (
    <SetupBoundary>
      <AdminUserContent {...props} />
    </SetupBoundary>
  );
}

function AdminUserContent({ userId, className }: AdminUserProps): ReactElement {
  const client = useAdminClient();
  const { texts, Link } = useAuthUi();
  const { texts: own, path } = useAdminUi();
  const selfId = client.useSession().data?.user.id;
  const { data: user, error, reload } = useQuery(userId, () => client.admin.getUser({ query: { id: userId } }));
  const isSelf = selfId === userId;
  return (
    <Stack className={className}>
      <Link href={path} className="lk-link">
        {own.user.back}
      </Link>
      <ErrorAlert error={error} />
      {!user && !error ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      {user ? (
        <>
          <UserDetails user={user} isSelf={isSelf} />
          <CardLevel.Provider value="h2">
            <RolesCard user={user} isSelf={isSelf} onChanged={reload} />
            <UserSessionsCard user={user} isSelf={isSelf} onChanged={reload} />
            <AccessCard user={user} isSelf={isSelf} onChanged={reload} />
            {isSelf ? null : <RemoveCard user={user} />}
            <AuditTrail userId={userId} />
          </CardLevel.Provider>
        </>
      ) : null}
    </Stack>
  );
}

function UserDetails({ user, isSelf }: Pick<UserCardProps, "user" | "isSelf">): ReactElement {
  const { texts } = useAuthUi();
  const { user: own } = useAdminUi().texts;
  const date = (day: Date): string => day.toLocaleDateString(texts.language, { dateStyle: "long" });
  const reason = user.banReason ?? "";
  const ban = user.banExpires
    ? fill(own.bannedUntil, { reason, date: date(user.banExpires) })
    : fill(own.bannedFor, { reason });
  return (
    <Card wide title={user.name || user.email} subtitle={user.email}>
      <div className="lk-person">
        <Avatar size="large" name={user.name || user.email} image={user.image} />
        <div className="lk-list-text">
          <RoleBadges user={user} />
          <p className="lk-note">{fill(own.since, { date: date(user.createdAt) })}</p>
          {isSelf ? <p className="lk-note">{own.itsYou}</p> : null}
        </div>
      </div>
      {user.banned ? <Alert tone="error">{ban}</Alert> : null}
    </Card>
  );
}
