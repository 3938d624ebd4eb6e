/** The section with the organization's invitations. */

import type { Invitation } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { DataTable } from "../../primitives/data-table.tsx";
import { ErrorPanel, isDenied } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Section } from "../../primitives/section.tsx";
import { Tabs } from "../../primitives/tabs.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useOrganizationClient } from "../client.ts";
import { type OrganizationSectionProps, SectionFrame } from "../section-frame.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useInvitationColumns } from "./invitation-columns.tsx";
import { isExpiredInvitation, isOpenInvitation } from "./invitation-status.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { invitePath } from "./use-invite.ts";

const listPath = "/organization/list-invitations";

/**
 * The invitations of the active organization. Renders nothing for members who can neither invite nor revoke.
 */
export function OrganizationInvitations({ focusOnMount }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>
      {(membership) =>
        canSeeInvitations(membership) ? (
          <Invitations membership={membership} focusOnMount={focusOnMount ?? false} />
        ) : null
      }
    </SectionFrame>
  );
}

/** Whether the section has something to show: for members who can invite or revoke, if the server lists invitations. */
export function canSeeInvitations({ canDo }: Membership): boolean {
  return canDo("invitation:create", listPath) || canDo("invitation:cancel", listPath);
}

interface InvitationsProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

function Invitations({ membership, focusOnMount }: InvitationsProps): ReactElement {
  const client = useOrganizationClient();
  const { invitations } = useOrganizationUi().texts;
  const [inviting, setInviting] = useState(false);
  const { organization } = membership;
  // The store picks up changes from elsewhere, and the new key then reloads the list.
  const storeKey = organization.invitations.map(({ id, status }) => `${id} ${status}`).join();
  const { data, error, isPending, reload } = useQuery(
    listPath,
    `${organization.id} ${storeKey}`,
    () => client.organization.listInvitations({ query: { organizationId: organization.id } }),
    () => true,
  );
  const invite = membership.canDo("invitation:create", invitePath) ? (
    <Button icon={<Icon name="plus" />} onClick={() => setInviting(true)}>
      {invitations.invite}
    </Button>
  ) : null;
  const pending = data?.filter(isOpenInvitation) ?? null;
  const list = { membership, isPending, onChanged: reload };
  return (
    <Section
      title={invitations.title}
      text={invitations.subtitle}
      focusOnMount={focusOnMount}
      actions={isDenied(error) && !data ? undefined : invite}
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Tabs
          label={invitations.tabs}
          tabs={[
            {
              id: "pending",
              title: invitations.pending,
              count: pending?.length || undefined,
              content: <InvitationTable {...list} rows={pending} empty={invitations.empty} />,
            },
            {
              id: "expired",
              title: invitations.expired,
              content: (
                <InvitationTable
                  {...list}
                  rows={data?.filter(isExpiredInvitation) ?? null}
                  empty={invitations.noExpired}
                />
              ),
            },
            {
              id: "accepted",
              title: invitations.accepted,
              content: (
                <InvitationTable
                  {...list}
                  rows={data?.filter(({ status }) => status === "accepted") ?? null}
                  empty={invitations.noAccepted}
                />
              ),
            },
          ]}
        />
      )}
      {inviting ? <InviteDialog membership={membership} onInvited={reload} onClose={() => setInviting(false)} /> : null}
    </Section>
  );
}

interface InvitationTableProps {
  readonly membership: Membership;
  readonly rows: readonly Invitation[] | null;
  readonly empty: string;
  readonly isPending: boolean;
  onChanged(): Promise<void>;
}

function InvitationTable({ membership, rows, empty, isPending, onChanged }: InvitationTableProps): ReactElement {
  const { invitations } = useOrganizationUi().texts;
  const [problem, setProblem] = useState<string | null>(null);
  const columns = useInvitationColumns(
    {
      membership,
      onProblem: setProblem,
      async onChanged() {
        setProblem(null);
        await onChanged();
      },
    },
    rows,
  );
  return (
    <>
      <ErrorAlert error={problem} />
      <div className="lk-table-card">
        <DataTable
          caption={invitations.caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={{ icon: "mail", title: empty }}
          busy={isPending}
        />
      </div>
    </>
  );
}
