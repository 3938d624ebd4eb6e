/** The section with the organization's members. The server searches, filters, sorts, and paginates them. */

import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { DataTable, Pager, type Selection, SelectionBar } from "../../primitives/data-table.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel, isDenied } from "../../primitives/error-panel.tsx";
import { type Filter, FilterChips } from "../../primitives/filter-chips.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { SearchField } from "../../primitives/search-field.tsx";
import { Section } from "../../primitives/section.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import type { MemberDetails } from "../client.ts";
import { isOpenInvitation } from "../invitations/invitation-status.ts";
import { InviteDialog } from "../invitations/invite-dialog.tsx";
import { invitePath } from "../invitations/use-invite.ts";
import { type OrganizationSectionProps, SectionFrame } from "../section-frame.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useRoles } from "../use-roles.ts";
import { useOrganizationServer } from "../use-server.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { type MemberColumnsOptions, useMemberColumns } from "./member-columns.tsx";
import { changeRolePath, nameOfMember, removePath } from "./member-rights.ts";
import { type MemberList, pageSize, useMemberList } from "./use-member-list.ts";
import { useRoleChanges } from "./use-role-changes.ts";

/** The members of the active organization, with the actions that the user has permission for. */
export function OrganizationMembers({ focusOnMount }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>
      {(membership) => <Members membership={membership} focusOnMount={focusOnMount ?? false} />}
    </SectionFrame>
  );
}

interface MembersProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

function Members({ membership, focusOnMount }: MembersProps): ReactElement | null {
  const { texts } = useAuthUi();
  const { members, invitations } = useOrganizationUi().texts;
  const { membershipLimit } = useOrganizationServer();
  const [inviting, setInviting] = useState(false);
  const inviteButton = useRef<HTMLButtonElement>(null);
  const canInvite = membership.canDo("invitation:create", invitePath);
  const isAlone = canInvite && isNew(membership);
  useFocusAfterOffer(isAlone, inviteButton);
  const invite = (
    <Button ref={inviteButton} icon={<Icon name="plus" />} onClick={() => setInviting(true)}>
      {invitations.invite}
    </Button>
  );
  const list = useMemberList(membership);
  if (list.isOff) return null;
  const isListDenied = isDenied(list.error);
  const total = membership.organization.membersTotal.toLocaleString(texts.language);
  const count =
    membershipLimit === null
      ? total
      : fill(members.count, { count: total, limit: membershipLimit.toLocaleString(texts.language) });
  return (
    <Section
      title={members.title}
      text={members.subtitle}
      focusOnMount={focusOnMount}
      count={isListDenied ? undefined : count}
      actions={canInvite && !isAlone && !isListDenied ? invite : null}
    >
      {isAlone || isListDenied ? null : <MemberFilters membership={membership} list={list} />}
      <MemberTable membership={membership} list={list} />
      {isAlone ? <EmptyState icon="users" title={members.aloneTitle} text={members.aloneText} action={invite} /> : null}
      {inviting ? (
        <InviteDialog returnTo={inviteButton} membership={membership} onClose={() => setInviting(false)} />
      ) : null}
    </Section>
  );
}

/** Whether the user is the only member and has invited no one, such as right after creating the organization. */
function isNew({ organization }: Membership): boolean {
  return organization.membersTotal === 1 && !organization.invitations.some(isOpenInvitation);
}

/** Moves focus when the first invitation removes the offer, together with the button that had focus. */
function useFocusAfterOffer(isOffered: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasOffered = useRef(isOffered);
  useEffect(() => {
    if (wasOffered.current && !isOffered && document.activeElement === document.body) button.current?.focus();
    wasOffered.current = isOffered;
  }, [isOffered, button]);
}

interface PartProps {
  readonly membership: Membership;
  readonly list: MemberList;
}

function MemberFilters({ membership, list }: PartProps): ReactElement {
  const { members } = useOrganizationUi().texts;
  const { creatorRole, teams: hasTeams } = useOrganizationServer();
  const assignable = useRoles(membership);
  const { roleNames } = useOrganizationUi().texts;
  const isListed = assignable.some(({ value }) => value === creatorRole);
  const roles = isListed
    ? assignable
    : [{ value: creatorRole, label: roleNames[creatorRole] ?? creatorRole }, ...assignable];
  const { teams } = membership.organization;
  const { query, change } = list;
  // The server only filters by team for those who can change members.
  const showsTeams = hasTeams && teams.length > 0 && membership.can("member:update");
  const filters: Filter[] = [
    { id: "role", label: members.role, options: roles, selected: query.role === null ? [] : [query.role] },
  ];
  if (showsTeams) {
    const options = teams.map(({ id, name }) => ({ value: id, label: name }));
    filters.push({ id: "teamId", label: members.team, options, selected: query.teamId === null ? [] : [query.teamId] });
  }
  return (
    <div className="lk-toolbar">
      <SearchField label={members.search} value={query.search} onSearch={(search) => change({ search })} />
      <FilterChips
        label={members.filters}
        filters={filters}
        onChange={(id, [value = null]) => change({ [id]: value })}
        onClear={() => change({ role: null, teamId: null })}
      />
    </div>
  );
}

function MemberTable({ membership, list }: PartProps): ReactElement {
  const { texts } = useAuthUi();
  const { members } = useOrganizationUi().texts;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  const { data, error, isPending, reload } = list;
  const changes = useRoleChanges(reload);
  const options: MemberColumnsOptions = { membership, changes, onChanged: reload };
  const columns = useMemberColumns(options);
  const rows = data?.members ?? null;
  const canChange = membership.canDo("member:update", changeRolePath);
  const canSelect = (canChange || membership.canDo("member:delete", removePath)) && (rows?.length ?? 0) > 1;
  const selection: Selection<MemberDetails> = {
    keys: selected,
    label: (member) => fill(members.select, { name: nameOfMember(member) }),
    onChange: setSelected,
  };
  const chosen = rows?.filter(({ id }) => selected.has(id)) ?? [];
  return (
    <>
      <SelectionBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <BulkActions
          membership={membership}
          chosen={chosen}
          onDone={async (problem) => {
            setFailure(problem);
            setSelected(new Set());
            await reload();
          }}
        />
      </SelectionBar>
      {failure ? <Alert tone="error">{failure}</Alert> : null}
      <div className="lk-table-card">
        <DataTable
          caption={members.caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={members.empty}
          sorting={list.query.sorting}
          onSort={(sorting) => list.change({ sorting })}
          hasPictures
          busy={isPending}
          selection={canSelect ? selection : undefined}
          problem={error ? <ErrorPanel error={error} onRetry={reload} /> : undefined}
        />
      </div>
      {data && (data.nextCursor !== null || list.pages.number > 0) ? (
        <Pager
          summary={pageSummary(texts.language, members.page, list, data)}
          onPrevious={list.pages.number > 0 ? () => list.pages.previous() : undefined}
          onNext={data.nextCursor === null ? undefined : () => list.pages.next(data.nextCursor ?? "")}
        />
      ) : null}
    </>
  );
}

function pageSummary(
  language: string | undefined,
  text: string,
  { pages }: MemberList,
  data: NonNullable<MemberList["data"]>,
): string {
  const format = (count: number): string => Math.min(count, data.total).toLocaleString(language);
  return fill(text, {
    from: format(pages.number * pageSize + 1),
    to: format(pages.number * pageSize + data.members.length),
    total: data.total.toLocaleString(language),
  });
}
