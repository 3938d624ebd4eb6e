/** The menu with actions for a member. */

import { type ReactElement, useRef, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Menu, MenuItem } from "../../primitives/menu.tsx";
import { fill } from "../../texts/texts.ts";
import { type MemberDetails, type OrganizationDetails, roleNamesOf, useOrganizationClient } from "../client.ts";
import { ConfirmActionDialog } from "../confirm-action-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useHasPermission } from "../use-active-membership.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

export interface MemberActionsProps {
  readonly organization: OrganizationDetails;
  /** The signed-in user's membership. */
  readonly self: MemberDetails;
  readonly member: MemberDetails;
  /**
   * @param said success message to show
   */
  onChanged(said: string): Promise<void>;
}

/** Renders nothing if there are no actions. */
export function MemberActions({ organization, self, member, onChanged }: MemberActionsProps): ReactElement | null {
  const client = useOrganizationClient();
  const { creatorRole, texts } = useOrganizationUi();
  const { members, danger } = texts.general;
  const canUpdateMembers = useHasPermission("member", "update");
  const canRemoveMembers = useHasPermission("member", "delete");
  const [asked, setAsked] = useState<"role" | "remove" | "leave" | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isSelf = member.id === self.id;
  // Only owners can add or remove owners.
  const isAbove = roleNamesOf(member.role).includes(creatorRole) && !roleNamesOf(self.role).includes(creatorRole);
  const canChangeRole = canUpdateMembers && !isAbove;
  const canRemove = canRemoveMembers && !isAbove && !isSelf;
  if (!canChangeRole && !canRemove && !isSelf) return null;

  const name = member.user.name || member.user.email || "";
  const close = (): void => setAsked(null);
  const done = async (said: string): Promise<void> => {
    close();
    await onChanged(fill(said, { name }));
  };
  const remove = async () => {
    const { error } = await client.organization.removeMember({
      memberIdOrEmail: member.id,
      organizationId: organization.id,
    });
    if (!error) await done(members.removed);
    return { error };
  };
  return (
    <span className="lk-row-actions">
      <Menu
        trigger={
          <Button
            ref={trigger}
            variant="ghost"
            icon={<Icon name="ellipsis" />}
            aria-label={fill(members.actionsOf, { name })}
          />
        }
      >
        {canChangeRole ? <MenuItem onSelect={() => setAsked("role")}>{members.changeRole}</MenuItem> : null}
        {canRemove ? (
          <MenuItem tone="destructive" onSelect={() => setAsked("remove")}>
            {members.remove}
          </MenuItem>
        ) : null}
        {isSelf ? (
          <MenuItem tone="destructive" onSelect={() => setAsked("leave")}>
            {danger.leave}
          </MenuItem>
        ) : null}
      </Menu>
      {asked === "role" ? (
        <RoleDialog member={member} returnTo={trigger} onSaved={() => done(members.roleSaved)} onClose={close} />
      ) : null}
      {asked === "remove" ? (
        <ConfirmActionDialog
          title={fill(members.removeTitle, { name })}
          text={members.removeText}
          submit={members.remove}
          returnTo={trigger}
          run={remove}
          onClose={close}
        />
      ) : null}
      {asked === "leave" ? (
        <LeaveDialog organization={organization} returnTo={trigger} onLeft={close} onClose={close} />
      ) : null}
    </span>
  );
}
