/** The section with the organization's roles. */

import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { ErrorPanel, isDenied } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { LeaveGuard } from "../../primitives/leave-guard.tsx";
import { Section } from "../../primitives/section.tsx";
import { Loading, TableSkeleton } from "../../primitives/skeleton.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { type OrganizationSectionProps, SectionFrame } from "../section-frame.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useOrganizationServer } from "../use-server.ts";
import { RoleMatrix } from "./role-matrix.tsx";
import { RoleNameDialog } from "./role-name-dialog.tsx";
import { type RoleDrafts, useRoleDrafts } from "./use-role-drafts.ts";

/**
 * The roles of the active organization and what they allow. Users can only grant permissions that they have. Renders
 * nothing for servers without custom roles, and for members who can't view roles.
 */
export function OrganizationRoles({ focusOnMount }: OrganizationSectionProps): ReactElement {
  const { dynamicRoles } = useOrganizationServer();
  return (
    <SectionFrame>
      {(membership) =>
        dynamicRoles && membership.canDo("ac:read", "/organization/list-roles") ? (
          <Roles membership={membership} focusOnMount={focusOnMount ?? false} />
        ) : null
      }
    </SectionFrame>
  );
}

interface RolesProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

const none = [] as const;

function Roles({ membership, focusOnMount }: RolesProps): ReactElement {
  const client = useOrganizationClient();
  const { roles: words } = useOrganizationUi().texts;
  const toast = useToast();
  const [creating, setCreating] = useState(false);
  const organizationId = membership.organization.id;
  const { data, error, isPending, reload } = useQuery("/organization/list-roles", organizationId, () =>
    client.organization.listRoles({ query: { organizationId } }),
  );
  const drafts = useRoleDrafts(data ?? none, reload);
  const create = membership.canDo("ac:create", "/organization/create-role") ? (
    <Button icon={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Section
      title={words.title}
      text={words.subtitle}
      focusOnMount={focusOnMount}
      actions={isDenied(error) && !data ? undefined : create}
    >
      {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
      {error && !data ? null : (
        <Loading
          pending={isPending && !data}
          skeleton={
            <div className="lk-table-card">
              <TableSkeleton columns={4} lines={1} />
            </div>
          }
        >
          {data ? <RoleMatrix membership={membership} roles={data} drafts={drafts} onChanged={reload} /> : null}
        </Loading>
      )}
      <SaveBar drafts={drafts} />
      <LeaveGuard edited={drafts.count > 0} onDiscard={drafts.discard} />
      {creating ? (
        <RoleNameDialog
          title={words.create}
          text={words.createText}
          submit={words.create}
          send={(role) => client.organization.createRole({ role, permission: {}, organizationId })}
          onDone={async (role) => {
            setCreating(false);
            toast({ text: fill(words.created, { role }) });
            await reload();
          }}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </Section>
  );
}

/** Appears with the first change. */
function SaveBar({ drafts }: { readonly drafts: RoleDrafts }): ReactElement | null {
  const { texts } = useAuthUi();
  const { roles: words } = useOrganizationUi().texts;
  const toast = useToast();
  if (drafts.count === 0 && drafts.problem === null) return null;
  const save = async (): Promise<void> => {
    if (await drafts.save()) toast({ text: words.savedAll });
  };
  return (
    <div className="lk-save-bar">
      <ErrorAlert error={drafts.problem} />
      <div className="lk-actions">
        <span role="status" className="lk-save-bar-text">
          {fillCount(texts, words.changes, drafts.count)}
        </span>
        <Button variant="ghost" onClick={drafts.discard}>
          {words.discard}
        </Button>
        <Button busy={drafts.isSaving} onClick={() => void save()}>
          {words.save}
        </Button>
      </div>
    </div>
  );
}
