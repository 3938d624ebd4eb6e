/** The list of the user's organizations. */

import { type ReactElement, useRef, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Avatar } from "../../primitives/avatar.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { List } from "../../primitives/list.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { WithUser } from "../../session-gate/with-user.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { CreateOrganizationDialog } from "../create-organization-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";

/** Props of `OrganizationList`. */
export interface OrganizationListProps {
  readonly className?: string;
  /** Whether the user can create an organization here. Default: true. */
  readonly create?: boolean;
  /** Runs when an organization was chosen or created. It's active by then. */
  onOpened?(id: string): void;
}

/** All organizations of the user. Renders nothing if no one is signed in. */
export function OrganizationList(props: OrganizationListProps): ReactElement {
  return <WithUser>{() => <Organizations {...props} />}</WithUser>;
}

function Organizations({ className, create = true, onOpened }: OrganizationListProps): ReactElement {
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
  const said = problem ?? (data ? null : error);
  return (
    <Card wide title={list.title} subtitle={list.subtitle} className={className}>
      <ErrorAlert error={said} />
      <List rows={data} isLoading={isPending} loadingClassName="lk-subtitle" empty={list.empty}>
        {({ id, name, slug, logo }) => (
          <li key={id} className="lk-list-row">
            <Avatar name={name} image={logo} />
            <div className="lk-list-text">
              <p className="lk-list-title">{name}</p>
              <p className="lk-note">{slug}</p>
            </div>
            <Button
              variant="secondary"
              busy={busy === id}
              aria-label={fill(list.openOf, { name })}
              onClick={() => void open(id)}
            >
              {list.open}
            </Button>
          </li>
        )}
      </List>
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
