/** Renames or deletes a custom role. */

import type { OrganizationRole } from "@latchkey/organization";
import { type ReactElement, useRef, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Menu, MenuItem } from "../../primitives/menu.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { ConfirmActionDialog } from "../confirm-action-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { RoleNameDialog } from "./role-name-dialog.tsx";

export interface RoleMenuProps {
  readonly role: OrganizationRole;
  readonly membership: Membership;
  onChanged(): Promise<void>;
}

/** Renders nothing if there are no actions. */
export function RoleMenu({ role, membership, onChanged }: RoleMenuProps): ReactElement | null {
  const client = useOrganizationClient();
  const { roles: own } = useOrganizationUi().texts;
  const toast = useToast();
  const [asked, setAsked] = useState<"rename" | "delete" | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { id: roleId, organizationId, role: name } = role;
  const canRename = membership.can("ac:update");
  const canDelete = membership.can("ac:delete");
  if (!canRename && !canDelete) return null;
  const close = (): void => setAsked(null);
  const done = async (text: string): Promise<void> => {
    close();
    toast({ text });
    await onChanged();
  };
  const remove = async () => {
    const { error } = await client.organization.deleteRole({ roleId, organizationId });
    if (!error) await done(fill(own.removed, { role: name }));
    return { error };
  };
  return (
    <>
      <Menu
        trigger={
          <Button
            ref={trigger}
            variant="ghost"
            size="small"
            icon={<Icon name="ellipsis" />}
            aria-label={fill(own.actionsOf, { role: name })}
          />
        }
      >
        {canRename ? <MenuItem onSelect={() => setAsked("rename")}>{own.rename}</MenuItem> : null}
        {canDelete ? (
          <MenuItem tone="destructive" onSelect={() => setAsked("delete")}>
            {own.remove}
          </MenuItem>
        ) : null}
      </Menu>
      {asked === "rename" ? (
        <RoleNameDialog
          title={fill(own.renameTitle, { role: name })}
          text={own.renameText}
          submit={own.rename}
          name={name}
          returnTo={trigger}
          send={(roleName) => client.organization.updateRole({ roleId, organizationId, data: { roleName } })}
          onDone={(saved) => done(fill(own.saved, { role: saved }))}
          onClose={close}
        />
      ) : null}
      {asked === "delete" ? (
        <ConfirmActionDialog
          title={fill(own.removeTitle, { role: name })}
          text={own.removeText}
          submit={own.remove}
          returnTo={trigger}
          run={remove}
          onClose={close}
        />
      ) : null}
    </>
  );
}
