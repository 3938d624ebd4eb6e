/** The menu with everything that an admin can do to a user. */

import { type ReactElement, useRef } from "react";
import { IconButton } from "../primitives/button.tsx";
import { Icon, type IconName } from "../primitives/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../primitives/menu.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { type UserAction, useAdminAccess } from "./access.tsx";
import { type ManagedUser, nameOf } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";
import type { StartCommand, UserCommand } from "./user-command.ts";

/** Props for `UserMenu`. */
export interface UserMenuProps {
  readonly user: ManagedUser;
  /** Whether the menu is in the user list. If so, it links to the user's page. */
  readonly inTable?: boolean;
  readonly onCommand: StartCommand;
}

/** A button with three dots. Actions that the admin can't use on this user are absent. */
export function UserMenu({ user, inTable = false, onCommand }: UserMenuProps): ReactElement {
  const { navigate } = useAuthUi();
  const { texts, path } = useAdminUi();
  const access = useAdminAccess();
  const copyId = useCopyId(user.id);
  const trigger = useRef<HTMLButtonElement>(null);
  const { users, user: page } = texts;
  const label = inTable ? fill(users.actions, { name: nameOf(user) }) : page.more;
  const item = (action: UserAction & UserCommand, text: string, icon: IconName): ReactElement | null =>
    access.canDo(action, user) ? (
      <MenuItem
        icon={icon}
        tone={action === "remove" ? "destructive" : undefined}
        onSelect={() => onCommand(action, [user], trigger.current)}
      >
        {text}
      </MenuItem>
    ) : null;
  return (
    <Menu
      trigger={
        <IconButton
          ref={trigger}
          label={label}
          size="small"
          variant={inTable ? "ghost" : "secondary"}
          icon={<Icon name="ellipsis" />}
        />
      }
    >
      {inTable ? (
        <MenuItem icon="user" onSelect={() => navigate(`${path}/users/${user.id}`)}>
          {users.open}
        </MenuItem>
      ) : null}
      <MenuItem icon="copy" onSelect={() => void copyId()}>
        {users.copyId}
      </MenuItem>
      {inTable ? item("impersonate", texts.impersonate.start, "users") : null}
      {item("setRole", texts.bulk.setRole, "shield")}
      {item("signOut", texts.sessions.revokeAll, "log-out")}
      {item("ban", texts.ban.ban, "ban")}
      {item("unban", texts.ban.unban, "circle-check")}
      {access.canDo("remove", user) ? <MenuSeparator /> : null}
      {item("remove", texts.remove.open, "trash-2")}
    </Menu>
  );
}

/** Returns a function that copies a user's id and shows a confirmation. */
export function useCopyId(id: string): () => Promise<void> {
  const show = useToast();
  const { texts } = useAuthUi();
  const { users } = useAdminUi().texts;
  return async () => {
    try {
      await navigator.clipboard.writeText(id);
      show({ text: users.idCopied });
    } catch {
      show({ text: texts.copyFailed, tone: "destructive" });
    }
  };
}
