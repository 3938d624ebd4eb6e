/** What can be done about a member: a menu at the end of the row. */

import { type ReactElement, useRef, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { Menu, MenuItem } from "../../primitives/menu.tsx";
import { fill } from "../../texts/texts.ts";
import { roleNamesOf, type ShownMember, type ShownOrganization, useOrganizationClient } from "../client.ts";
import { QuestionDialog } from "../question-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useMay } from "../use-active.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

export interface MemberActionsProps {
  readonly organization: ShownOrganization;
  /** The person's own membership. */
  readonly self: ShownMember;
  readonly member: ShownMember;
  /** @param said what is different now */
  onChanged(said: string): Promise<void>;
}

/** Nothing where nothing can be done. */
export function MemberActions({ organization, self, member, onChanged }: MemberActionsProps): ReactElement | null {
  const client = useOrganizationClient();
  const { creatorRole, texts } = useOrganizationUi();
  const { members, danger } = texts.general;
  const mayUpdate = useMay("member", "update");
  const mayDelete = useMay("member", "delete");
  const [asked, setAsked] = useState<"role" | "remove" | "leave" | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isSelf = member.id === self.id;
  // Owners are made and unmade by owners.
  const isAbove = roleNamesOf(member.role).includes(creatorRole) && !roleNamesOf(self.role).includes(creatorRole);
  const mayChange = mayUpdate && !isAbove;
  const mayRemove = mayDelete && !isAbove && !isSelf;
  if (!mayChange && !mayRemove && !isSelf) return null;

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
          <Button ref={trigger} look="quiet" className="lk-more" aria-label={fill(members.actionsOf, { name })}>
            <span aria-hidden="true">⋯</span>
          </Button>
        }
      >
        {mayChange ? <MenuItem onSelect={() => setAsked("role")}>{members.changeRole}</MenuItem> : null}
        {mayRemove ? (
          <MenuItem tone="danger" onSelect={() => setAsked("remove")}>
            {members.remove}
          </MenuItem>
        ) : null}
        {isSelf ? (
          <MenuItem tone="danger" onSelect={() => setAsked("leave")}>
            {danger.leave}
          </MenuItem>
        ) : null}
      </Menu>
      {asked === "role" ? (
        <RoleDialog member={member} returnTo={trigger} onSaved={() => done(members.roleSaved)} onClose={close} />
      ) : null}
      {asked === "remove" ? (
        <QuestionDialog
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
