/** A row for one custom role. */

import type { OrganizationRole } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { ConfirmDialog } from "../../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import type { HasPermission } from "../use-permissions.ts";
import { describePermissions, toPermissions } from "./permissions.ts";

export interface RoleRowProps {
  readonly role: OrganizationRole;
  /** Whether the user has this role. */
  readonly isOwn: boolean;
  readonly hasPermission: HasPermission;
  onEdit(): void;
  onRemoved(): unknown;
}

export function RoleRow({ role, isOwn, hasPermission, onEdit, onRemoved }: RoleRowProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { roles: own } = useOrganizationUi().texts;
  const [problem, setProblem] = useState<string | null>(null);
  const { id: roleId, organizationId, role: name, permission } = role;
  const pairs = toPermissions(permission);
  const isWithin = pairs.every(hasPermission);
  const remove = async (): Promise<void> => {
    const { error } = await client.organization.deleteRole({ roleId, organizationId });
    setProblem(error ? errorText(texts, error) : null);
    if (!error) await onRemoved();
  };
  return (
    <li className="lk-list-row lk-role">
      <div className="lk-list-text">
        <p className="lk-list-title">
          {name} {isOwn ? <span className="lk-badge">{own.own}</span> : null}
        </p>
        {pairs.length === 0 ? <p className="lk-note">{own.nothing}</p> : null}
        <ul className="lk-role-grants">
          {describePermissions(own, pairs).map((words) => (
            <li key={words} className="lk-note">
              {words}
            </li>
          ))}
        </ul>
        {hasPermission("ac:update") && !isWithin ? <p className="lk-note">{own.beyond}</p> : null}
      </div>
      <div className="lk-actions">
        {hasPermission("ac:update") && isWithin ? (
          <Button variant="secondary" aria-label={fill(own.editLabel, { role: name })} onClick={onEdit}>
            {own.edit}
          </Button>
        ) : null}
        {hasPermission("ac:delete") ? (
          <ConfirmDialog
            trigger={
              <Button variant="secondary" aria-label={fill(own.removeLabel, { role: name })}>
                {own.remove}
              </Button>
            }
            title={fill(own.removeTitle, { role: name })}
            text={own.removeText}
            confirm={own.remove}
            onConfirm={() => void remove()}
          />
        ) : null}
      </div>
      <ErrorAlert error={problem} />
    </li>
  );
}
