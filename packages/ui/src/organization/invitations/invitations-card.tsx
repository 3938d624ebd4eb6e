/** The card that lists an organization's pending invitations. */

import type { Invitation } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { type Column, DataTable } from "../../primitives/data-table.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { type OrganizationDetails, roleNamesOf, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useHasPermission } from "../use-active-membership.ts";
import { useRoleNames } from "../use-roles.ts";
import { WithOrganization } from "../with-organization.tsx";
import { InvitationActions } from "./invitation-actions.tsx";
import { InviteDialog } from "./invite-dialog.tsx";

/** Props of `InvitationsCard`. */
export interface InvitationsCardProps {
  readonly className?: string;
  /** Rows to show before the user expands the list. Default: 20. */
  readonly shown?: number;
}

/**
 * The pending invitations of the active organization. Renders nothing for members who can neither invite nor revoke.
 */
export function InvitationsCard(props: InvitationsCardProps): ReactElement {
  return (
    <WithOrganization>
      {({ organization }) => <InvitationsGate {...props} organization={organization} />}
    </WithOrganization>
  );
}

interface InvitationsProps extends InvitationsCardProps {
  readonly organization: OrganizationDetails;
}

function InvitationsGate(props: InvitationsProps): ReactElement | null {
  const mayInvite = useHasPermission("invitation", "create");
  const mayCancel = useHasPermission("invitation", "cancel");
  if (!mayInvite && !mayCancel) return null;
  return <Invitations {...props} canInvite={mayInvite} canCancel={mayCancel} />;
}

interface Message {
  readonly tone: "success" | "error";
  readonly text: string;
}

interface InvitationPermissions extends InvitationsProps {
  readonly canInvite: boolean;
  readonly canCancel: boolean;
}

function Invitations({
  organization,
  className,
  shown = 20,
  canInvite,
  canCancel,
}: InvitationPermissions): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { texts: own, invitationLinks } = useOrganizationUi();
  const { invitations } = own.general;
  const [inviting, setInviting] = useState(false);
  const [message, setSays] = useState<Message | null>(null);
  const [showsAll, setWhole] = useState(false);
  // The store picks up changes from elsewhere, and the new key then reloads the list.
  const known = organization.invitations.map(({ id, status }) => `${id} ${status}`).join();
  const { data, error, isPending, reload } = useQuery(
    `${organization.id} ${known}`,
    () => client.organization.listInvitations({ query: { organizationId: organization.id } }),
    () => true,
  );
  const now = Date.now();
  const open = data?.filter(({ status, expiresAt }) => status === "pending" && expiresAt.getTime() > now) ?? null;
  const changed = async (text: string): Promise<void> => {
    setSays({ tone: "success", text });
    await reload();
  };
  const columns = useColumns({ canInvite, canCancel }, changed, (text) => setSays({ tone: "error", text }));
  return (
    <Card wide title={invitations.title} subtitle={invitations.subtitle} className={className}>
      {message ? (
        <Alert key={message.text} tone={message.tone} focusOnMount>
          {message.text}
        </Alert>
      ) : null}
      {error ? (
        <Alert tone="error">{errorText(texts, error)}</Alert>
      ) : (
        <DataTable
          caption={invitations.caption}
          columns={columns}
          rows={open && (showsAll ? open : open.slice(0, shown))}
          rowKey={({ id }) => id}
          empty={invitations.empty}
          busy={isPending}
        />
      )}
      <div className="lk-actions">
        {error ? (
          <Button variant="secondary" onClick={() => void reload()}>
            {texts.tryAgain}
          </Button>
        ) : null}
        {canInvite ? <Button onClick={() => setInviting(true)}>{invitations.invite}</Button> : null}
        {open && open.length > shown && !showsAll ? (
          <Button variant="secondary" onClick={() => setWhole(true)}>
            {invitations.all}
          </Button>
        ) : null}
      </div>
      {inviting ? (
        <InviteDialog
          organizationId={organization.id}
          onClose={() => setInviting(false)}
          onInvited={async (email) => {
            setInviting(false);
            await changed(fill(invitationLinks ? invitations.created : invitations.sent, { email }));
          }}
        />
      ) : null}
    </Card>
  );
}

function useColumns(
  allowed: { readonly canInvite: boolean; readonly canCancel: boolean },
  onChanged: (text: string) => Promise<void>,
  onProblem: (text: string) => void,
): readonly Column<Invitation>[] {
  const { texts } = useAuthUi();
  const { invitations, members } = useOrganizationUi().texts.general;
  const nameOf = useRoleNames();
  return [
    { id: "email", title: texts.email, cell: ({ email }) => <span className="lk-list-title">{email}</span> },
    {
      id: "role",
      title: members.role,
      cell: ({ role }) => roleNamesOf(role).map(nameOf).join(", "),
    },
    {
      id: "expiresAt",
      title: invitations.expires,
      cell: ({ expiresAt }) => (
        <span className="lk-whole">{expiresAt.toLocaleDateString(texts.language, { dateStyle: "medium" })}</span>
      ),
    },
    {
      id: "actions",
      title: members.more,
      hideTitle: true,
      cell: (invitation) => (
        <InvitationActions {...allowed} invitation={invitation} onChanged={onChanged} onProblem={onProblem} />
      ),
    },
  ];
}
