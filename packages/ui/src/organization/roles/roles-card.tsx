/** The card that lists the organization's custom roles. */

import type { OrganizationRole } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { List } from "../../primitives/list.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { SetupBoundary } from "../../provider/setup-boundary.tsx";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { toStatements } from "../use-permissions.ts";
import { builtIn, toPermissions } from "./permissions.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { RoleRow } from "./role-row.tsx";

/** Props of `RolesCard`. */
export interface RolesCardProps {
  readonly className?: string;
}

/**
 * The custom roles of the active organization. Users can view, create, change, and delete them, and can only grant
 * permissions that they have. For servers with `dynamicAccessControl`. Set `runTimeRoles` in `organizationUi()` too.
 */
export function RolesCard(props: RolesCardProps): ReactElement {
  return (
    <SetupBoundary>
      <RolesCardContent {...props} />
    </SetupBoundary>
  );
}

function RolesCardContent({ className }: RolesCardProps): ReactElement {
  const client = useOrganizationClient();
  const { texts: all, teams, statements, checkRolePermission } = useOrganizationUi();
  const own = all.roles;
  const member = client.useActiveMember();
  const organizationId = member.data?.organizationId;
  const names = (member.data?.role ?? "").split(",");
  const { data, error, reload } = useQuery(organizationId ?? null, () =>
    client.organization.listRoles({ query: { organizationId } }),
  );
  const [asked, setAsked] = useState<OrganizationRole | "new" | null>(null);
  const [done, setDone] = useState({ number: 0, text: "", takesFocus: false });
  // The list includes the user's custom roles and their permissions, so no further request is needed.
  const given = new Set(
    data?.filter(({ role }) => names.includes(role)).flatMap(({ permission }) => toPermissions(permission)),
  );
  const may = (pair: string): boolean =>
    given.has(pair) ||
    (member.data !== null && checkRolePermission({ role: member.data.role, permissions: toStatements([pair]) }));
  const offered = toPermissions({ ...builtIn, ...statements }).filter(
    (pair) => (teams || !pair.startsWith("team:")) && may(pair),
  );
  const after = async (text: string, role: string, takesFocus = false): Promise<void> => {
    setAsked(null);
    await reload();
    setDone((before) => ({ number: before.number + 1, text: fill(text, { role }), takesFocus }));
  };
  const noOrganization = member.error?.code === "NO_ACTIVE_ORGANIZATION";
  // An error about the previous organization no longer matters.
  const problem = noOrganization ? null : (error ?? member.error);
  return (
    <Card wide title={own.title} subtitle={own.subtitle} className={className}>
      <ErrorAlert error={problem} />
      {done.number > 0 ? (
        <Alert key={done.number} tone="success" focusOnMount={done.takesFocus}>
          {done.text}
        </Alert>
      ) : null}
      {noOrganization ? <p className="lk-part-text">{own.noOrganization}</p> : null}
      <List rows={data} isLoading={!data && !problem && !noOrganization} empty={own.empty}>
        {(role) => (
          <RoleRow
            key={role.id}
            role={role}
            isOwn={names.includes(role.role)}
            hasPermission={may}
            onEdit={() => setAsked(role)}
            onRemoved={() => after(own.removed, role.role, true)}
          />
        )}
      </List>
      {data && may("ac:create") ? (
        <Button variant="secondary" onClick={() => setAsked("new")}>
          {own.create}
        </Button>
      ) : null}
      {organizationId !== undefined && asked !== null ? (
        <RoleDialog
          organizationId={organizationId}
          role={asked === "new" ? null : asked}
          grantable={offered}
          onDone={(name) => after(asked === "new" ? own.created : own.saved, name)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  );
}
