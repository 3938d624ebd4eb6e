/** Renames or deletes a team. */

import type { Team } from "@latchkey/organization";
import type { ReactElement } from "react";
import { useToast } from "../../primitives/toast.tsx";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { RenameMenu } from "../rename-menu.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { NameDialog } from "./name-dialog.tsx";

export interface TeamMenuProps {
  readonly team: Team;
  readonly membership: Membership;
}

/** Renders nothing if there are no actions. */
export function TeamMenu({ team, membership }: TeamMenuProps): ReactElement {
  const client = useOrganizationClient();
  const { teams: words } = useOrganizationUi().texts;
  const toast = useToast();
  const { id: teamId, organizationId, name } = team;
  const remove = async () => {
    const result = await client.organization.removeTeam({ teamId, organizationId });
    if (!result.error) {
      // Without this, the list of teams would request the members of the deleted team.
      await client.$stores.activeOrganization.get().refetch();
      location.hash = "#teams";
      toast({ text: fill(words.removed, { team: name }) });
    }
    return result;
  };
  return (
    <RenameMenu
      place="page"
      label={fill(words.actionsOf, { team: name })}
      canRename={membership.canDo("team:update", "/organization/update-team")}
      canDelete={membership.canDo("team:delete", "/organization/remove-team")}
      rename={words.rename}
      removal={{
        title: fill(words.removeTitle, { team: name }),
        text: words.removeText,
        submit: words.remove,
        run: remove,
      }}
      renameDialog={({ onClose }) => (
        <NameDialog
          title={fill(words.renameTitle, { team: name })}
          text={words.renameText}
          submit={words.rename}
          name={name}
          send={(changed) => client.organization.updateTeam({ teamId, organizationId, data: { name: changed } })}
          onDone={() => {}}
          onClose={onClose}
        />
      )}
    />
  );
}
