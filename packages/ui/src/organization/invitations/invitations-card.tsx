/** Who was invited into an organization and has not answered yet. */

import type { Invitation } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { type Column, DataTable } from "../../primitives/data-table.tsx";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { roleNamesOf, type ShownOrganization, useOrganizationClient } from "../client.ts";
import { ForOrganization } from "../for-organization.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useMay } from "../use-active.ts";
import { useRoleNames } from "../use-roles.ts";
import { InvitationActions } from "./invitation-actions.tsx";
import { InviteDialog } from "./invite-dialog.tsx";

/** What `InvitationsCard` takes. */
export interface InvitationsCardProps {
  readonly className?: string;
  /** Rows that are shown until all are asked for. Default: 20. */
  readonly shown?: number;
}

/** The open invitations of the active organization. Nothing for those who may neither invite nor withdraw. */
export function InvitationsCard(props: InvitationsCardProps): ReactElement {
  return <ForOrganization>{({ organization }) => <Gate {...props} organization={organization} />}</ForOrganization>;
}

interface InvitationsProps extends InvitationsCardProps {
  readonly organization: ShownOrganization;
}

function Gate(props: InvitationsProps): ReactElement | null {
  const mayInvite = useMay("invitation", "create");
  const mayCancel = useMay("invitation", "cancel");
  if (!mayInvite && !mayCancel) return null;
  return <Invitations {...props} mayInvite={mayInvite} mayCancel={mayCancel} />;
}

interface Says {
  readonly tone: "success" | "error";
  readonly text: string;
}

interface AllowedProps extends InvitationsProps {
  readonly mayInvite: boolean;
  readonly mayCancel: boolean;
}

function Invitations({ organization, className, shown = 20, mayInvite, mayCancel }: AllowedProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { texts: own, invitationLinks } = useOrganizationUi();
  const { invitations } = own.general;
  const [inviting, setInviting] = useState(false);
  const [says, setSays] = useState<Says | null>(null);
  const [isWhole, setWhole] = useState(false);
  // The store notices answers that were given elsewhere: the list is read again then.
  const known = organization.invitations.map(({ id, status }) => `${id} ${status}`).join();
  const { data, error, isPending, reload } = useLoaded(
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
  const columns = useColumns({ mayInvite, mayCancel }, changed, (text) => setSays({ tone: "error", text }));
  return (
    <Card wide title={invitations.title} subtitle={invitations.subtitle} className={className}>
      {says ? (
        <Alert key={says.text} tone={says.tone} takesFocus>
          {says.text}
        </Alert>
      ) : null}
      {error ? (
        <Alert tone="error">{errorText(texts, error)}</Alert>
      ) : (
        <DataTable
          caption={invitations.caption}
          columns={columns}
          rows={open && (isWhole ? open : open.slice(0, shown))}
          keyOf={({ id }) => id}
          empty={invitations.empty}
          busy={isPending}
        />
      )}
      <div className="lk-actions">
        {error ? (
          <Button look="quiet" onClick={() => void reload()}>
            {texts.tryAgain}
          </Button>
        ) : null}
        {mayInvite ? <Button onClick={() => setInviting(true)}>{invitations.invite}</Button> : null}
        {open && open.length > shown && !isWhole ? (
          <Button look="quiet" onClick={() => setWhole(true)}>
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
  allowed: { readonly mayInvite: boolean; readonly mayCancel: boolean },
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
      cell: ({ role }) => <span className="lk-words">{roleNamesOf(role).map(nameOf).join(", ")}</span>,
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
