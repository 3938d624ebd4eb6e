/** The user list's columns. */

import type { ReactElement } from "react";
import { Badge, Status } from "../../primitives/badge.tsx";
import type { Column } from "../../primitives/data-table.tsx";
import { Person } from "../../primitives/person.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { isBanned, type ListedUser, type ManagedUser, nameOf, rolesOf } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import { RelativeTime } from "../relative-time.tsx";
import type { StartCommand } from "../user-command.ts";
import { UserMenu } from "../user-menu.tsx";

/** Returns the columns. */
export function useUserColumns(onCommand: StartCommand): readonly Column<ListedUser>[] {
  const { path, texts } = useAdminUi();
  const { users } = texts;
  const { tracksLastActive } = useAdminAccess();
  return [
    {
      id: "email",
      title: users.person,
      sortable: true,
      cell: (user) => (
        <Person name={nameOf(user)} image={user.image} detail={user.email} href={`${path}/users/${user.id}`} />
      ),
    },
    {
      id: "status",
      title: users.status,
      cell: (user) => (
        <>
          <UserStatus user={user} />
          <bdi className="lk-narrow-only lk-truncate" aria-hidden="true">
            {user.email}
          </bdi>
        </>
      ),
    },
    { id: "role", title: users.role, phone: "hidden", cell: (user) => <RoleBadges user={user} /> },
    {
      id: "lastActiveAt",
      title: users.lastActive,
      sortable: tracksLastActive,
      phone: "hidden",
      cell: ({ lastActiveAt }) =>
        lastActiveAt ? (
          <RelativeTime date={lastActiveAt} />
        ) : (
          <span className="lk-muted">{tracksLastActive ? users.never : users.noSession}</span>
        ),
    },
    {
      id: "createdAt",
      title: users.since,
      sortable: true,
      phone: "hidden",
      cell: ({ createdAt }) => <RelativeTime date={createdAt} />,
    },
    {
      id: "menu",
      title: users.actionsTitle,
      hideTitle: true,
      cell: (user) => <UserMenu user={user} inTable onCommand={onCommand} />,
    },
  ];
}

/** The user's state as a word with a dot. */
export function UserStatus({ user }: { readonly user: ManagedUser }): ReactElement {
  const { language } = useAuthUi().texts;
  const { users } = useAdminUi().texts;
  if (isBanned(user, new Date())) {
    const until = user.banExpires?.toLocaleDateString(language, { dateStyle: "medium" });
    return <Status tone="destructive">{until ? fill(users.bannedUntil, { date: until }) : users.banned}</Status>;
  }
  return user.emailVerified ? (
    <Status tone="success">{users.active}</Status>
  ) : (
    <Status tone="warning">{users.unverified}</Status>
  );
}

/** How many roles a row shows. */
const shownRoles = 2;

/** The user's first two roles, and how many more there are. */
export function RoleBadges({
  user,
  all = false,
}: {
  readonly user: ManagedUser;
  readonly all?: boolean;
}): ReactElement | null {
  const { users } = useAdminUi().texts;
  const roles = rolesOf(user);
  const more = all ? [] : roles.slice(shownRoles);
  if (roles.length === 0) return null;
  return (
    <span className="lk-badges">
      {roles.slice(0, roles.length - more.length).map((role) => (
        <Badge key={role}>
          <bdi>{role}</bdi>
        </Badge>
      ))}
      {more.length > 0 ? (
        <span title={more.join(", ")}>
          <Badge>
            <bdi>{fill(users.moreRoles, { count: String(more.length) })}</bdi>
          </Badge>
          <span className="lk-hidden">{more.join(", ")}</span>
        </span>
      ) : null}
    </span>
  );
}
