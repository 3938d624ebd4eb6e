/** A service account in the list, with a menu to create a key, edit it, turn it off, or delete it. */

import type { ServiceAccount } from "@latchkey/api-key";
import type { ReactElement } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { useRoleList } from "../organization/use-roles.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Menu, MenuItem } from "../primitives/menu.tsx";
import { fill } from "../texts/texts.ts";
import { useApiKeyUi } from "./ui.ts";

/** What a member can do with a service account. */
export type ServiceAccountAction = "key" | "edit" | "on" | "off" | "remove";

/** Props of `ServiceAccountItem`. */
export interface ServiceAccountItemProps {
  readonly account: ServiceAccount;
  readonly can: HasPermission;
  readonly problem: string | null;
  onAction(action: ServiceAccountAction): void;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ServiceAccountItem({ account, can, problem, onAction }: ServiceAccountItemProps): ReactElement {
  const words = useApiKeyUi().texts.serviceAccounts;
  const listRoles = useRoleList();
  const { name, role, disabled } = account;
  const canUpdate = can("serviceAccount:update");
  const canDelete = can("serviceAccount:delete");
  const canCreateKey = can("apiKey:create") && !disabled;
  return (
    <li className="lk-device" data-lk="row">
      <span className="lk-list-icon">
        <Icon name="bot" size={20} />
      </span>
      <div className="lk-list-text">
        <p className="lk-device-name">
          <bdi className="lk-list-title">{name}</bdi>
          {disabled ? <Badge>{words.off}</Badge> : null}
        </p>
        <p className="lk-note">
          <bdi>{listRoles(role)}</bdi>
        </p>
      </div>
      {canUpdate || canDelete || canCreateKey ? (
        <Menu
          trigger={
            <Button
              variant="ghost"
              size="small"
              icon={<Icon name="ellipsis" />}
              aria-label={fill(words.manage, { name })}
            />
          }
        >
          {canCreateKey ? (
            <MenuItem icon="key-round" onSelect={() => onAction("key")}>
              {words.createKey}
            </MenuItem>
          ) : null}
          {canUpdate ? (
            <>
              <MenuItem icon="pencil" onSelect={() => onAction("edit")}>
                {words.edit}
              </MenuItem>
              <MenuItem icon={disabled ? "check" : "ban"} onSelect={() => onAction(disabled ? "on" : "off")}>
                {disabled ? words.turnOn : words.turnOff}
              </MenuItem>
            </>
          ) : null}
          {canDelete ? (
            <MenuItem icon="trash-2" tone="destructive" onSelect={() => onAction("remove")}>
              {words.remove}
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
      {problem ? (
        <div className="lk-device-error">
          <ErrorAlert error={problem} />
        </div>
      ) : null}
    </li>
  );
}
