/** A directory with its state and a menu. */

import type { ScimConnectionWithTokens } from "@latchkey/scim";
import type { ReactElement } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { useRoleList } from "../organization/use-roles.ts";
import { Icon } from "../primitives/icons.tsx";
import { ManagedItem } from "../primitives/managed-item.tsx";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { timeAgo } from "../sessions/time-ago.ts";
import { fill } from "../texts/texts.ts";
import { useScimUi } from "./ui.ts";

/** What the menu offers. */
export type ConnectionAction = "view" | "edit" | "replace" | "on" | "off" | "remove";

/** The calls of the menu. The panel with the details has its own calls. */
const paths: Readonly<Record<Exclude<ConnectionAction, "view">, string>> = {
  edit: "/scim/update-connection",
  replace: "/scim/rotate-token",
  on: "/scim/update-connection",
  off: "/scim/update-connection",
  remove: "/scim/delete-connection",
};

/** Props for `ConnectionItem`. */
export interface ConnectionItemProps {
  readonly connection: ScimConnectionWithTokens;
  readonly can: HasPermission;
  /** Whether it can be edited here. */
  readonly canEdit: boolean;
  /** The owner's name, if the list has directories from several organizations. */
  readonly owner?: string | undefined;
  readonly problem: string | null;
  onAction(action: ConnectionAction): void;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ConnectionItem(props: ConnectionItemProps): ReactElement {
  const { connection, can, canEdit, owner, problem, onAction } = props;
  const { texts } = useAuthUi();
  const words = useScimUi().texts;
  const listRoles = useRoleList();
  const { name, enabled, lastRequestAt, defaultRole, tokens } = connection;
  const item = (action: ConnectionAction, icon: Parameters<typeof MenuItem>[0]["icon"], label: string) => (
    <MenuItem icon={icon} path={action === "view" ? undefined : paths[action]} onSelect={() => onAction(action)}>
      {label}
    </MenuItem>
  );
  const activity = lastRequestAt
    ? fill(words.lastRequest, { time: timeAgo(lastRequestAt, new Date(), texts.language) })
    : words.noRequests;
  return (
    <ManagedItem
      icon={
        <span className="lk-list-icon">
          <Icon name="users" size={20} />
        </span>
      }
      name={name}
      badge={!enabled && words.off}
      facts={[owner && <bdi key="owner">{owner}</bdi>, activity, listRoles(defaultRole)]}
      menuLabel={fill(words.manage, { name })}
      menu={
        <>
          {item("view", "eye", words.view)}
          {can("scim:update") ? (
            <>
              {canEdit ? item("edit", "pencil", words.edit) : null}
              {item("replace", "key-round", tokens.length > 0 ? words.replace : words.step.create)}
              {enabled ? item("off", "ban", words.turnOff) : item("on", "check", words.turnOn)}
            </>
          ) : null}
          {can("scim:delete") ? (
            <MenuItem icon="trash-2" tone="destructive" path={paths.remove} onSelect={() => onAction("remove")}>
              {words.remove}
            </MenuItem>
          ) : null}
        </>
      }
      problem={problem}
    />
  );
}
