/** A service account in the list, with a menu to create a key, edit it, turn it off, or delete it. */

import type { ServiceAccount } from "@latchkey/api-key";
import type { ReactElement } from "react";
import type { Membership } from "../organization/use-membership.ts";
import { useRoleList } from "../organization/use-roles.ts";
import { Icon } from "../primitives/icons.tsx";
import { ManagedItem } from "../primitives/managed-item.tsx";
import { MenuItem } from "../primitives/menu.tsx";
import { fill } from "../texts/texts.ts";
import { useApiKeyUi } from "./ui.ts";

/** What a member can do with a service account. */
export type ServiceAccountAction = "key" | "edit" | "on" | "off" | "remove";

/** Props for `ServiceAccountItem`. */
export interface ServiceAccountItemProps {
  readonly account: ServiceAccount;
  readonly canDo: Membership["canDo"];
  readonly problem: string | null;
  onAction(action: ServiceAccountAction): void;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ServiceAccountItem({ account, canDo, problem, onAction }: ServiceAccountItemProps): ReactElement {
  const words = useApiKeyUi().texts.serviceAccounts;
  const listRoles = useRoleList();
  const { name, role, disabled } = account;
  const canUpdate = canDo("serviceAccount:update", "/service-account/update");
  const canDelete = canDo("serviceAccount:delete", "/service-account/delete");
  const canCreateKey = canDo("apiKey:create", "/api-key/create") && !disabled;
  const menu = (
    <>
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
    </>
  );
  return (
    <ManagedItem
      icon={
        <span className="lk-list-icon">
          <Icon name="bot" size={20} />
        </span>
      }
      name={name}
      badge={disabled && words.off}
      facts={[listRoles(role)]}
      menuLabel={fill(words.manage, { name })}
      menu={canUpdate || canDelete || canCreateKey ? menu : null}
      problem={problem}
    />
  );
}
