/** The section with the user's organizations, and their invitations to others. */

import { type ReactElement, useRef, useState } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Person } from "../../primitives/person.tsx";
import { Screen } from "../../primitives/screen.tsx";
import { RowsGroup, Section } from "../../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../../primitives/skeleton.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { useCanCall } from "../../provider/use-can-call.ts";
import { WithUser } from "../../session-gate/with-user.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { OwnInvitations } from "../invitations/own-invitations.tsx";
import { LeaveDialog } from "../members/leave-dialog.tsx";
import type { OrganizationSectionProps } from "../section-frame.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useCreateDialog } from "../use-create-dialog.tsx";
import { readActiveId } from "../use-membership.ts";
import { useOwnRoles } from "../use-own-roles.ts";
import { useRoleList } from "../use-roles.ts";
import { useCanCreate } from "./use-can-create.ts";

/** Props for `OwnOrganizations`. */
export interface OwnOrganizationsProps extends OrganizationSectionProps {
  /** Runs when an organization was opened or created. It's active by then. Default: navigates to its page. */
  onOpened?(id: string): void;
}

/** The organizations of the user. A section of the account page, which `organizationUi()` adds. */
export function OwnOrganizations(props: OwnOrganizationsProps): ReactElement | null {
  // The list needs the call as soon as it's rendered.
  if (!useCanCall()("/organization/list")) return null;
  return (
    <WithUser>
      {() => (
        <Screen>
          <Organizations {...props} />
        </Screen>
      )}
    </WithUser>
  );
}

function Organizations({ focusOnMount = false, onOpened }: OwnOrganizationsProps): ReactElement {
  const client = useOrganizationClient();
  const { navigate } = useAuthUi();
  const { path, texts } = useOrganizationUi();
  const { list, switcher } = texts;
  const { data, error, isPending, refetch } = client.useListOrganizations();
  const roleIn = useOwnRoles();
  const canCreate = useCanCreate();
  const handleOpened = (id: string): void => (onOpened ? onOpened(id) : navigate(path));
  const { trigger, dialog, open } = useCreateDialog(handleOpened);
  const create = canCreate ? (
    <Button ref={trigger} variant="secondary" icon={<Icon name="plus" />} onClick={open}>
      {switcher.create}
    </Button>
  ) : null;
  const isEmpty = data?.length === 0;
  return (
    <Section
      title={list.title}
      text={list.subtitle}
      focusOnMount={focusOnMount}
      actions={isEmpty ? undefined : (create ?? undefined)}
    >
      <OwnInvitations />
      {error && !data ? <ErrorPanel error={error} onRetry={refetch} /> : null}
      {isEmpty ? (
        <EmptyState icon="building-2" title={list.emptyTitle} text={list.empty} action={create ?? undefined} />
      ) : null}
      {error || isEmpty ? null : (
        <RowsGroup title={list.mine}>
          <Loading pending={isPending} skeleton={<RowsSkeleton />}>
            <ul className="lk-rows">
              {data?.map((one) => (
                <OrganizationRow key={one.id} {...one} role={roleIn(one.id)} onOpened={() => handleOpened(one.id)} />
              ))}
            </ul>
          </Loading>
        </RowsGroup>
      )}
      {dialog}
    </Section>
  );
}

interface OrganizationRowProps {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly logo: string | null;
  /** The user's roles. `null` while loading. */
  readonly role: string | null;
  onOpened(): void;
}

function OrganizationRow({ id, name, slug, logo, role, onOpened }: OrganizationRowProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { list, danger, teams } = useOrganizationUi().texts;
  const toast = useToast();
  const listRoles = useRoleList();
  const isActive = readActiveId(client.useSession().data?.session) === id;
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (): Promise<void> => {
    setBusy(true);
    const { error } = isActive ? { error: null } : await client.organization.setActive({ organizationId: id });
    setBusy(false);
    setProblem(error ? errorText(texts, error) : null);
    if (!error) onOpened();
  };
  return (
    <li className="lk-row lk-own-row">
      <Person
        name={name}
        image={logo}
        shape="square"
        detail={role === null ? slug : listRoles(role)}
        badge={isActive ? <Badge tone="primary">{teams.active}</Badge> : null}
      />
      <span className="lk-row-actions">
        <Button
          path="/organization/set-active"
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={fill(list.openOf, { name })}
          onClick={() => void open()}
        >
          {list.open}
        </Button>
        <Button
          ref={trigger}
          path="/organization/leave"
          variant="ghost"
          size="small"
          aria-label={fill(list.leaveOf, { name })}
          onClick={() => setLeaving(true)}
        >
          {list.leave}
        </Button>
      </span>
      {problem ? (
        <p className="lk-note lk-note-error" role="alert">
          {problem}
        </p>
      ) : null}
      {leaving ? (
        <LeaveDialog
          organization={{ id, name }}
          returnTo={trigger}
          onClose={() => setLeaving(false)}
          onLeft={() => {
            setLeaving(false);
            toast({ text: fill(danger.left, { name }) });
          }}
        />
      ) : null}
    </li>
  );
}
