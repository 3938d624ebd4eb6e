/** The card that lists members. The server searches, sorts, and paginates them. */

import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Avatar } from "../../primitives/avatar.tsx";
import { Card } from "../../primitives/card.tsx";
import { type Column, DataTable, Pager, type Sorting } from "../../primitives/data-table.tsx";
import { LoadError } from "../../primitives/load-error.tsx";
import { SearchField } from "../../primitives/search-field.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { type MemberDetails, type OrganizationDetails, roleNamesOf, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleNames } from "../use-roles.ts";
import { WithOrganization } from "../with-organization.tsx";
import { MemberActions } from "./member-actions.tsx";

/** Props of `MembersCard`. */
export interface MembersCardProps {
  readonly className?: string;
  /** Rows per page. Default: 20. */
  readonly pageSize?: number;
}

/** The members of the active organization, with the actions that the user has permission for. */
export function MembersCard(props: MembersCardProps): ReactElement {
  return (
    <WithOrganization>
      {({ organization, member }) => <Members {...props} organization={organization} self={member} />}
    </WithOrganization>
  );
}

interface MembersProps extends MembersCardProps {
  readonly organization: OrganizationDetails;
  readonly self: MemberDetails;
}

interface MemberListQuery {
  readonly search: string;
  readonly sorting: Sorting;
}

const initialQuery: MemberListQuery = { search: "", sorting: { by: "createdAt", direction: "asc" } };

function Members({ organization, self, className, pageSize = 20 }: MembersProps): ReactElement {
  const client = useOrganizationClient();
  const { members } = useOrganizationUi().texts.general;
  const [listQuery, setWanted] = useState(initialQuery);
  const [done, setDone] = useState<string | null>(null);
  const pages = usePagination();
  const { search, sorting } = listQuery;
  const query = {
    organizationId: organization.id,
    limit: pageSize,
    sortBy: sorting.by,
    sortDirection: sorting.direction,
    ...(search === "" ? {} : { search }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  // The store picks up member and role changes from elsewhere, and the new key then reloads the page.
  const known = `${organization.membersTotal} ${organization.members.map(({ id, role }) => `${id} ${role}`).join()}`;
  const { data, error, isPending, reload } = useQuery(
    `${JSON.stringify(query)} ${known}`,
    () => client.organization.listMembers({ query }),
    () => true,
  );
  const changeQuery = (change: Partial<MemberListQuery>): void => {
    pages.restart();
    setWanted({ ...listQuery, ...change });
  };
  const changed = async (said: string): Promise<void> => {
    setDone(said);
    await reload();
  };
  const columns = useColumns(organization, self, changed);
  return (
    <Card wide title={members.title} subtitle={members.subtitle} className={className}>
      {done ? (
        <Alert key={done} tone="success" focusOnMount>
          {done}
        </Alert>
      ) : null}
      <div className="lk-toolbar">
        <SearchField label={members.search} value={search} onSearch={(text) => changeQuery({ search: text })} />
      </div>
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : (
        <DataTable
          caption={members.caption}
          columns={columns}
          rows={data?.members ?? null}
          rowKey={({ id }) => id}
          empty={members.empty}
          sorting={sorting}
          onSort={(next) => changeQuery({ sorting: next })}
          busy={isPending}
        />
      )}
      {data && !error ? (
        <Pager
          summary={fill(members.page, {
            from: String(Math.min(pages.number * pageSize + 1, data.total)),
            to: String(Math.min(pages.number * pageSize + data.members.length, data.total)),
            total: data.total.toLocaleString(),
          })}
          onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
          onNext={data.nextCursor === null ? undefined : () => pages.next(data.nextCursor as string)}
        />
      ) : null}
    </Card>
  );
}

function useColumns(
  organization: OrganizationDetails,
  self: MemberDetails,
  onChanged: (said: string) => Promise<void>,
): readonly Column<MemberDetails>[] {
  const { texts } = useAuthUi();
  const { members } = useOrganizationUi().texts.general;
  const nameOf = useRoleNames();
  return [
    {
      id: "name",
      title: members.person,
      sortable: true,
      cell: ({ id, user }) => (
        <span className="lk-person">
          <Avatar name={user.name || (user.email ?? "")} image={user.image} />
          <span className="lk-list-text">
            <span className="lk-list-title">{user.name || user.email}</span>{" "}
            {id === self.id ? <span className="lk-badge">{members.you}</span> : null}
            <span className="lk-note">{user.email}</span>
          </span>
        </span>
      ),
    },
    {
      id: "role",
      title: members.role,
      cell: ({ role }) => (
        <span className="lk-badges">
          {roleNamesOf(role).map((name) => (
            <span key={name} className="lk-badge">
              {nameOf(name)}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: "createdAt",
      title: members.since,
      sortable: true,
      cell: ({ createdAt }) => createdAt.toLocaleDateString(texts.language, { dateStyle: "medium" }),
    },
    {
      id: "actions",
      title: members.more,
      hideTitle: true,
      cell: (member) => <MemberActions organization={organization} self={self} member={member} onChanged={onChanged} />,
    },
  ];
}
