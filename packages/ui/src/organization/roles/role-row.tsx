/** One role of the list. */

import type { OrganizationRole } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { ConfirmDialog } from "../../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import type { May } from "../teams/use-may.ts";
import { useOrganizationUi } from "../ui.ts";
import { inWords, pairsOf } from "./permissions.ts";

export interface RoleRowProps {
  readonly role: OrganizationRole;
  /** The person has it. */
  readonly isOwn: boolean;
  readonly may: May;
  onEdit(): void;
  onRemoved(): unknown;
}

export function RoleRow({ role, isOwn, may, onEdit, onRemoved }: RoleRowProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { roles: own } = useOrganizationUi().texts;
  const [problem, setProblem] = useState<string | null>(null);
  const { id: roleId, organizationId, role: name, permission } = role;
  const pairs = pairsOf(permission);
  const isWithin = pairs.every(may);
  const remove = async (): Promise<void> => {
    const { error } = await client.organization.deleteRole({ roleId, organizationId });
    setProblem(error ? errorText(texts, error) : null);
    if (!error) await onRemoved();
  };
  return (
    <li className="lk-list-row lk-role">
      <div className="lk-list-text">
        <p className="lk-list-title">
          {name} {isOwn ? <span className="lk-badge lk-badge-plain">{own.own}</span> : null}
        </p>
        {pairs.length === 0 ? <p className="lk-note">{own.nothing}</p> : null}
        <ul className="lk-role-grants">
          {inWords(own, pairs).map((words) => (
            <li key={words} className="lk-note">
              {words}
            </li>
          ))}
        </ul>
        {may("ac:update") && !isWithin ? <p className="lk-note">{own.beyond}</p> : null}
      </div>
      <div className="lk-actions">
        {may("ac:update") && isWithin ? (
          <Button look="quiet" aria-label={fill(own.editLabel, { role: name })} onClick={onEdit}>
            {own.edit}
          </Button>
        ) : null}
        {may("ac:delete") ? (
          <ConfirmDialog
            trigger={
              <Button look="quiet" aria-label={fill(own.removeLabel, { role: name })}>
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
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </li>
  );
}
