/** The header of a user's page. */

import type { ReactElement } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Avatar } from "../../primitives/avatar.tsx";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { Email } from "../../primitives/email.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { isBanned, type ManagedUser, nameOf, rolesOf } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import { ShortId } from "../short-id.tsx";
import type { StartCommand } from "../user-command.ts";
import { UserMenu } from "../user-menu.tsx";
import { UserStatus } from "../users/user-columns.tsx";

/** Props for `UserHeader`. */
export interface UserHeaderProps {
  readonly user: ManagedUser;
  readonly onCommand: StartCommand;
}

/** The user's name, whether they can sign in, and the actions for the user. */
export function UserHeader({ user, onCommand }: UserHeaderProps): ReactElement {
  const { impersonate, user: words } = useAdminUi().texts;
  const access = useAdminAccess();
  const isSelf = user.id === access.selfId;
  const isOutranked = !rolesOf(user).every(access.covers);
  return (
    <>
      <header className="lk-admin-header">
        <Avatar size="large" name={nameOf(user)} image={user.image} />
        <div className="lk-list-text">
          <h1 className="lk-title lk-title-page lk-admin-name" dir="auto" tabIndex={-1}>
            {nameOf(user)}
          </h1>
          <p className="lk-subtitle lk-break">
            <Email value={user.email} />
          </p>
          <div className="lk-admin-meta">
            <UserStatus user={user} />
            {isSelf ? <Badge>{words.isYou}</Badge> : null}
            <ShortId id={user.id} />
          </div>
        </div>
        <div className="lk-actions">
          {access.canDo("impersonate", user) ? (
            <Button variant="secondary" onClick={(event) => onCommand("impersonate", [user], event.currentTarget)}>
              {impersonate.start}
            </Button>
          ) : null}
          <UserMenu user={user} onCommand={onCommand} />
        </div>
      </header>
      {isBanned(user, new Date()) ? <Ban user={user} /> : null}
      {isOutranked ? <Alert tone="warning">{words.outranked}</Alert> : null}
    </>
  );
}

function Ban({ user }: { readonly user: ManagedUser }): ReactElement {
  const { language } = useAuthUi().texts;
  const { user: words } = useAdminUi().texts;
  const reason = user.banReason ?? "";
  const date = user.banExpires?.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  return (
    <Alert tone="error">{date ? fill(words.bannedUntil, { reason, date }) : fill(words.bannedFor, { reason })}</Alert>
  );
}
