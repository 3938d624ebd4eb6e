/** Who is in an organization: searched, ordered and paged by the server. */

import { type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Avatar } from "../../primitives/avatar.tsx";
import { Card } from "../../primitives/card.tsx";
import { type Column, DataTable, Pager, type Sorting } from "../../primitives/data-table.tsx";
import { LoadError } from "../../primitives/load-error.tsx";
import { SearchField } from "../../primitives/search-field.tsx";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { usePages } from "../../primitives/use-pages.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { roleNamesOf, type ShownMember, type ShownOrganization, useOrganizationClient } from "../client.ts";
import { ForOrganization } from "../for-organization.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useRoleNames } from "../use-roles.ts";
import { MemberActions } from "./member-actions.tsx";

/** What `MembersCard` takes. */
export interface MembersCardProps {
  readonly className?: string;
  /** Rows a page. Default: 20. */
  readonly pageSize?: number;
}

/** The members of the active organization, with what the person may do about each. */
export function MembersCard(props: MembersCardProps): ReactElement {
  return (
    <ForOrganization>
      {({ organization, member }) => <Members {...props} organization={organization} self={member} />}
    </ForOrganization>
  );
}

interface MembersProps extends MembersCardProps {
  readonly organization: ShownOrganization;
  readonly self: ShownMember;
}

interface Wanted {
  readonly search: string;
  readonly sorting: Sorting;
}

const atFirst: Wanted = { search: "", sorting: { by: "createdAt", direction: "asc" } };

function Members({ organization, self, className, pageSize = 20 }: MembersProps): ReactElement {
  const client = useOrganizationClient();
  const { members } = useOrganizationUi().texts.general;
  const [wanted, setWanted] = useState(atFirst);
  const [done, setDone] = useState<string | null>(null);
  const pages = usePages();
  const { search, sorting } = wanted;
  const query = {
    organizationId: organization.id,
    limit: pageSize,
    sortBy: sorting.by,
    sortDirection: sorting.direction,
    ...(search === "" ? {} : { search }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  // The store notices who came and went elsewhere, or has another role: the page is read again then.
  const known = `${organization.membersTotal} ${organization.members.map(({ id, role }) => `${id} ${role}`).join()}`;
  const { data, error, isPending, reload } = useLoaded(
    `${JSON.stringify(query)} ${known}`,
    () => client.organization.listMembers({ query }),
    () => true,
  );
  const want = (change: Partial<Wanted>): void => {
    pages.restart();
    setWanted({ ...wanted, ...change });
  };
  const changed = async (said: string): Promise<void> => {
    setDone(said);
    await reload();
  };
  const columns = useColumns(organization, self, changed);
  return (
    <Card wide title={members.title} subtitle={members.subtitle} className={className}>
      {done ? (
        <Alert key={done} tone="success" takesFocus>
          {done}
        </Alert>
      ) : null}
      <div className="lk-toolbar">
        <SearchField label={members.search} value={search} onSearch={(text) => want({ search: text })} />
      </div>
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : (
        <DataTable
          caption={members.caption}
          columns={columns}
          rows={data?.members ?? null}
          keyOf={({ id }) => id}
          empty={members.empty}
          sorting={sorting}
          onSort={(next) => want({ sorting: next })}
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
  organization: ShownOrganization,
  self: ShownMember,
  onChanged: (said: string) => Promise<void>,
): readonly Column<ShownMember>[] {
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
            <span key={name} className="lk-badge lk-badge-plain">
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
