/** Renames or deletes a team. */

import type { Team } from "@latchkey/organization";
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
import { NameDialog } from "./name-dialog.tsx";

export interface TeamMenuProps {
  readonly team: Team;
  readonly membership: Membership;
}

/** Renders nothing if there are no actions. */
export function TeamMenu({ team, membership }: TeamMenuProps): ReactElement | null {
  const client = useOrganizationClient();
  const { teams: own } = useOrganizationUi().texts;
  const toast = useToast();
  const [asked, setAsked] = useState<"rename" | "delete" | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { id: teamId, organizationId, name } = team;
  const canRename = membership.can("team:update");
  const canDelete = membership.can("team:delete");
  if (!canRename && !canDelete) return null;
  const close = (): void => setAsked(null);
  const remove = async () => {
    const result = await client.organization.removeTeam({ teamId, organizationId });
    if (!result.error) {
      // Otherwise the list of teams would ask for the members of the deleted one.
      await client.$stores.activeOrganization.get().refetch();
      close();
      location.hash = "#teams";
      toast({ text: fill(own.removed, { team: name }) });
    }
    return result;
  };
  return (
    <>
      <Menu
        trigger={
          <Button
            ref={trigger}
            variant="secondary"
            icon={<Icon name="ellipsis" />}
            aria-label={fill(own.actionsOf, { team: name })}
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
        <NameDialog
          title={fill(own.renameTitle, { team: name })}
          text={own.renameText}
          submit={own.rename}
          name={name}
          send={(changed) => client.organization.updateTeam({ teamId, organizationId, data: { name: changed } })}
          onDone={() => {}}
          onClose={close}
        />
      ) : null}
      {asked === "delete" ? (
        <ConfirmActionDialog
          title={fill(own.removeTitle, { team: name })}
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
