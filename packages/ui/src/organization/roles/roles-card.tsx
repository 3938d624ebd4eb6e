/** The roles that the active organization made for itself. */

import type { OrganizationRole } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { asStatements } from "../teams/use-may.ts";
import { useOrganizationUi } from "../ui.ts";
import { builtIn, pairsOf } from "./permissions.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { RoleRow } from "./role-row.tsx";

/** What `RolesCard` takes. */
export interface RolesCardProps {
  readonly className?: string;
}

/**
 * The active organization's own roles: to see what they allow, to make, change and delete them. People are offered what
 * they may do themselves. For servers with `dynamicAccessControl`; the client's `organizationClient()` gets it too.
 */
export function RolesCard({ className }: RolesCardProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { texts: all, teams, statements } = useOrganizationUi();
  const own = all.roles;
  const member = client.useActiveMember();
  const organizationId = member.data?.organizationId;
  const names = (member.data?.role ?? "").split(",");
  const { data, error, reload } = useLoaded(organizationId ?? null, () =>
    client.organization.listRoles({ query: { organizationId } }),
  );
  const [asked, setAsked] = useState<OrganizationRole | "new" | null>(null);
  const [done, setDone] = useState({ number: 0, text: "", takesFocus: false });
  // The list says what roles of one's own allow, too: nobody needs to be asked.
  const given = new Set(
    data?.filter(({ role }) => names.includes(role)).flatMap(({ permission }) => pairsOf(permission)),
  );
  const may = (pair: string): boolean =>
    given.has(pair) ||
    (member.data !== null &&
      client.organization.checkRolePermission({ role: member.data.role, permissions: asStatements([pair]) }));
  const offered = pairsOf({ ...builtIn, ...statements }).filter(
    (pair) => (teams || !pair.startsWith("team:")) && may(pair),
  );
  const after = async (text: string, role: string, takesFocus = false): Promise<void> => {
    setAsked(null);
    await reload();
    setDone((before) => ({ number: before.number + 1, text: fill(text, { role }), takesFocus }));
  };
  const noOrganization = member.error?.code === "NO_ACTIVE_ORGANIZATION";
  // What was asked under an organization that is left is nothing to speak of.
  const problem = noOrganization ? null : (error ?? member.error);
  return (
    <Card wide title={own.title} subtitle={own.subtitle} className={className}>
      {problem ? <Alert tone="error">{errorText(texts, problem)}</Alert> : null}
      {done.number > 0 ? (
        <Alert key={done.number} tone="success" takesFocus={done.takesFocus}>
          {done.text}
        </Alert>
      ) : null}
      {noOrganization ? <p className="lk-part-text">{own.noOrganization}</p> : null}
      {!data && !problem && !noOrganization ? <p className="lk-part-text">{texts.loading}…</p> : null}
      {data?.length === 0 ? <p className="lk-part-text">{own.empty}</p> : null}
      <ul className="lk-list">
        {data?.map((role) => (
          <RoleRow
            key={role.id}
            role={role}
            isOwn={names.includes(role.role)}
            may={may}
            onEdit={() => setAsked(role)}
            onRemoved={() => after(own.removed, role.role, true)}
          />
        ))}
      </ul>
      {data && may("ac:create") ? (
        <Button look="quiet" onClick={() => setAsked("new")}>
          {own.create}
        </Button>
      ) : null}
      {organizationId !== undefined && asked !== null ? (
        <RoleDialog
          organizationId={organizationId}
          role={asked === "new" ? null : asked}
          offered={offered}
          onDone={(name) => after(asked === "new" ? own.created : own.saved, name)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  );
}
