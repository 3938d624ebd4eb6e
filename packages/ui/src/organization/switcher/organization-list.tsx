/** The organizations that somebody is in. */

import { type ReactElement, useRef, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Avatar } from "../../primitives/avatar.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { ForUser } from "../../session-gate/for-user.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { CreateOrganizationDialog } from "../create-organization-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";

/** What `OrganizationList` takes. */
export interface OrganizationListProps {
  readonly className?: string;
  /** Whether one can be made here. Default: true. */
  readonly create?: boolean;
  /** One was chosen, or made. It is the active one. */
  onOpened?(id: string): void;
}

/** Every organization of the person's own, each to be opened. Nothing where nobody is signed in. */
export function OrganizationList(props: OrganizationListProps): ReactElement {
  return <ForUser>{() => <List {...props} />}</ForUser>;
}

function List({ className, create = true, onOpened }: OrganizationListProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { list, switcher } = useOrganizationUi().texts.general;
  const { data, error, isPending } = client.useListOrganizations();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [creating, setCreating] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const open = async (id: string): Promise<void> => {
    setBusy(id);
    const result = await client.organization.setActive({ organizationId: id });
    setBusy(null);
    setProblem(result.error ? errorText(texts, result.error) : null);
    if (!result.error) onOpened?.(id);
  };
  const said = problem ?? (error && !data ? errorText(texts, error) : null);
  return (
    <Card wide title={list.title} subtitle={list.subtitle} className={className}>
      {said ? <Alert tone="error">{said}</Alert> : null}
      {isPending ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      {data?.length === 0 ? <p className="lk-part-text">{list.empty}</p> : null}
      <ul className="lk-list">
        {data?.map(({ id, name, slug, logo }) => (
          <li key={id} className="lk-list-row">
            <Avatar name={name} image={logo} />
            <div className="lk-list-text">
              <p className="lk-list-title">{name}</p>
              <p className="lk-note">{slug}</p>
            </div>
            <Button
              look="quiet"
              busy={busy === id}
              aria-label={fill(list.openOf, { name })}
              onClick={() => void open(id)}
            >
              {list.open}
            </Button>
          </li>
        ))}
      </ul>
      {create ? (
        <Button ref={trigger} onClick={() => setCreating(true)}>
          {switcher.create}
        </Button>
      ) : null}
      {creating ? (
        <CreateOrganizationDialog
          returnTo={trigger}
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            onOpened?.(id);
          }}
        />
      ) : null}
    </Card>
  );
}
