/** The menu with actions for an invitation. */

import type { Invitation } from "@latchkey/organization";
import { type ReactElement, useRef, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { CopyButton } from "../../primitives/copy-button.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Menu, MenuItem } from "../../primitives/menu.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { roleNamesOf, useOrganizationClient } from "../client.ts";
import { ConfirmActionDialog } from "../confirm-action-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useActiveMembership } from "../use-active-membership.ts";

export interface InvitationActionsProps {
  readonly invitation: Invitation;
  readonly canInvite: boolean;
  readonly canCancel: boolean;
  /**
   * @param said success message to show
   */
  onChanged(said: string): Promise<void>;
  onProblem(said: string): void;
}

export function InvitationActions(props: InvitationActionsProps): ReactElement {
  const { invitation, canInvite, canCancel, onChanged, onProblem } = props;
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { path, texts: own, invitationLinks } = useOrganizationUi();
  const { invitations, members } = own.general;
  const { member } = useActiveMembership();
  const [isAsked, setAsked] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { id, email, organizationId } = invitation;
  const resend = async (): Promise<void> => {
    const role = roleNamesOf(invitation.role);
    const { error } = await client.organization.inviteMember({ email, role, organizationId, resend: true });
    if (error) onProblem(errorText(texts, error));
    else await onChanged(fill(invitations.sent, { email }));
  };
  const cancel = async () => {
    const { error } = await client.organization.cancelInvitation({ invitationId: id });
    if (!error) {
      setAsked(false);
      await onChanged(fill(invitations.canceled, { email }));
    }
    return { error };
  };
  const link = async (): Promise<string | null> => {
    const { data, error } = await client.organization.invitationLink({ invitationId: id });
    if (error) onProblem(errorText(texts, error));
    return data && new URL(`${path}/invitation?id=${encodeURIComponent(data.id)}`, location.href).href;
  };
  // The server only shows a link to its inviter.
  const hasLink = invitationLinks && canInvite && member?.userId === invitation.inviterId;
  return (
    <span className="lk-row-actions">
      {hasLink ? <CopyButton text={link}>{invitations.copyLink}</CopyButton> : null}
      <Menu
        trigger={
          <Button
            ref={trigger}
            variant="ghost"
            icon={<Icon name="ellipsis" />}
            aria-label={fill(members.actionsOf, { name: email })}
          />
        }
      >
        {canInvite && !invitationLinks ? (
          <MenuItem onSelect={() => void resend()}>{invitations.resend}</MenuItem>
        ) : null}
        {canCancel ? (
          <MenuItem tone="destructive" onSelect={() => setAsked(true)}>
            {invitations.cancel}
          </MenuItem>
        ) : null}
      </Menu>
      {isAsked ? (
        <ConfirmActionDialog
          title={fill(invitations.cancelTitle, { email })}
          text={invitations.cancelText}
          submit={invitations.cancel}
          returnTo={trigger}
          run={cancel}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </span>
  );
}
