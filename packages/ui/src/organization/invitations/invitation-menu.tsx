/** The actions for an invitation. */

import type { Invitation } from "@latchkey/organization";
import { type ReactElement, useRef, useState } from "react";
import { MenuItem } from "../../primitives/menu.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { ActionsMenu } from "../actions-menu.tsx";
import { roleNamesOf, useOrganizationClient } from "../client.ts";
import { ConfirmActionDialog } from "../confirm-action-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useOrganizationServer } from "../use-server.ts";
import { isOpenInvitation } from "./invitation-status.ts";
import { useInvitationLink } from "./use-invitation-link.ts";
import { invitePath } from "./use-invite.ts";

/** Path of the call that revokes an invitation. */
export const cancelPath = "/organization/cancel-invitation";

/** What the cells of the invitation table need. */
export interface InvitationColumnsOptions {
  readonly membership: Membership;
  onChanged(): Promise<void>;
  onProblem(text: string): void;
}

export interface InvitationMenuProps extends InvitationColumnsOptions {
  readonly invitation: Invitation;
}

/** Resend or copy the link, and revoke. */
export function InvitationMenu({
  invitation,
  membership,
  onChanged,
  onProblem,
}: InvitationMenuProps): ReactElement | null {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { invitations, members } = useOrganizationUi().texts;
  const sendsEmail = useOrganizationServer().invitations === "email";
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const loadLink = useInvitationLink(onProblem);
  const { id, email, organizationId, inviterId } = invitation;
  const canInvite = membership.canDo("invitation:create", invitePath);
  const canRevoke = membership.canDo("invitation:cancel", cancelPath);
  const isOpen = isOpenInvitation(invitation);
  const resend = async (): Promise<void> => {
    const role = roleNamesOf(invitation.role);
    const { error } = await client.organization.inviteMember({ email, role, organizationId, resend: true });
    if (error) return onProblem(errorText(texts, error));
    toast({ text: fill(invitations.sent, { email }) });
    await onChanged();
  };
  const copy = async (): Promise<void> => {
    const link = await loadLink(id);
    if (link === null) return;
    await navigator.clipboard.writeText(link).then(
      () => toast({ text: texts.copied }),
      () => onProblem(texts.copyFailed),
    );
  };
  // The server only shows a link to its inviter.
  const hasLink =
    !sendsEmail &&
    isOpen &&
    membership.canDo("invitation:create", "/organization/invitation-link") &&
    membership.member.userId === inviterId;
  const canResend = sendsEmail && canInvite;
  if (!hasLink && !canResend && !canRevoke) return null;
  return (
    <span className="lk-row-actions">
      <ActionsMenu label={fill(members.actionsOf, { name: email })} trigger={trigger}>
        {hasLink ? (
          <MenuItem icon="copy" onSelect={() => void copy()}>
            {invitations.copyLink}
          </MenuItem>
        ) : null}
        {canResend ? (
          <MenuItem icon="mail" onSelect={() => void resend()}>
            {invitations.resend}
          </MenuItem>
        ) : null}
        {canRevoke ? (
          <MenuItem tone="destructive" icon="ban" onSelect={() => setAsked(true)}>
            {invitations.cancel}
          </MenuItem>
        ) : null}
      </ActionsMenu>
      {isAsked ? (
        <RevokeDialog
          invitation={invitation}
          text={sendsEmail ? invitations.cancelText : invitations.cancelLinkText}
          returnTo={trigger}
          onRevoked={onChanged}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </span>
  );
}

interface RevokeDialogProps {
  readonly invitation: Invitation;
  readonly text: string;
  readonly returnTo: { readonly current: HTMLButtonElement | null };
  onRevoked(): Promise<void>;
  onClose(): void;
}

function RevokeDialog({ invitation, text, returnTo, onRevoked, onClose }: RevokeDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { invitations } = useOrganizationUi().texts;
  const toast = useToast();
  const { id: invitationId, email } = invitation;
  const revoke = async () => {
    const { error } = await client.organization.cancelInvitation({ invitationId });
    if (!error) {
      onClose();
      toast({ text: fill(invitations.canceled, { email }) });
      await onRevoked();
    }
    return { error };
  };
  return (
    <ConfirmActionDialog
      title={fill(invitations.cancelTitle, { email })}
      text={text}
      submit={invitations.cancel}
      returnTo={returnTo}
      run={revoke}
      onClose={onClose}
    />
  );
}
