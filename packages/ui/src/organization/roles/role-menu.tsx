/** Renames or deletes a custom role. */

import type { OrganizationRole } from "@latchkey/organization";
import type { ReactElement } from "react";
import { useToast } from "../../primitives/toast.tsx";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { RenameMenu } from "../rename-menu.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { RoleNameDialog } from "./role-name-dialog.tsx";

export interface RoleMenuProps {
  readonly role: OrganizationRole;
  readonly membership: Membership;
  onChanged(): Promise<void>;
}

/** Renders nothing if there are no actions. */
export function RoleMenu({ role, membership, onChanged }: RoleMenuProps): ReactElement {
  const client = useOrganizationClient();
  const { roles: words } = useOrganizationUi().texts;
  const toast = useToast();
  const { id: roleId, organizationId, role: name } = role;
  const done = async (text: string): Promise<void> => {
    toast({ text });
    await onChanged();
  };
  const remove = async () => {
    const { error } = await client.organization.deleteRole({ roleId, organizationId });
    if (!error) await done(fill(words.removed, { role: name }));
    return { error };
  };
  return (
    <RenameMenu
      label={fill(words.actionsOf, { role: name })}
      canRename={membership.canDo("ac:update", "/organization/update-role")}
      canDelete={membership.canDo("ac:delete", "/organization/delete-role")}
      rename={words.rename}
      removal={{
        title: fill(words.removeTitle, { role: name }),
        text: words.removeText,
        submit: words.remove,
        run: remove,
      }}
      renameDialog={(dialog) => (
        <RoleNameDialog
          {...dialog}
          title={fill(words.renameTitle, { role: name })}
          text={words.renameText}
          submit={words.rename}
          name={name}
          send={(roleName) => client.organization.updateRole({ roleId, organizationId, data: { roleName } })}
          onDone={(saved) => {
            dialog.onClose();
            return done(fill(words.saved, { role: saved }));
          }}
        />
      )}
    />
  );
}
