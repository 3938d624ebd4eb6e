/** The list of all users. The server searches, filters, sorts, and paginates it. */

import { type ReactElement, useRef, useState } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { type Column, DataTable, Pager, type Sorting } from "../primitives/data-table.tsx";
import { LoadError } from "../primitives/load-error.tsx";
import { SearchField } from "../primitives/search-field.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { type Pagination, usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { fill } from "../texts/texts.ts";
import { type ManagedUser, rolesOf, useAdminClient } from "./client.ts";
import { CreateUserDialog } from "./create-user-dialog.tsx";
import { useAdminUi } from "./plugin.tsx";

/** Props of `AdminUsers`. */
export interface AdminUsersProps {
  readonly className?: string;
  /** Rows per page. Default: 20. */
  readonly pageSize?: number;
}

interface UserListQuery {
  readonly search: string;
  /** A role, `banned`, `active`, or an empty string for all users. */
  readonly filter: string;
  readonly sorting: Sorting;
}

const initialQuery: UserListQuery = { search: "", filter: "", sorting: { by: "createdAt", direction: "desc" } };

/** The table of users. Each name links to the user's page. */
export function AdminUsers(props: AdminUsersProps): ReactElement {
  return (
    <SetupBoundary>
      <AdminUsersContent {...props} />
    </SetupBoundary>
  );
}

function AdminUsersContent({ className, pageSize = 20 }: AdminUsersProps): ReactElement {
  const client = useAdminClient();
  const ui = useAdminUi();
  const [listQuery, setWanted] = useState(initialQuery);
  const [creating, setCreating] = useState(false);
  const pages = usePagination();
  const columns = useColumns();
  const list = JSON.stringify(listQuery);
  const query = { ...queryOf(listQuery), limit: pageSize, ...(pages.cursor === null ? {} : { cursor: pages.cursor }) };
  const { data, error, isPending, reload } = useQuery(
    `${list} ${pages.cursor}`,
    () => client.admin.listUsers({ query }),
    () => true,
  );
  const changeQuery = (change: Partial<UserListQuery>): void => {
    pages.restart();
    setWanted({ ...listQuery, ...change });
  };
  return (
    <Card full title={ui.texts.users.title} subtitle={ui.texts.users.subtitle} className={className}>
      <Toolbar query={listQuery} onQueryChange={changeQuery} onCreate={() => setCreating(true)} />
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : (
        <>
          <DataTable
            caption={ui.texts.users.caption}
            columns={columns}
            rows={data?.users ?? null}
            rowKey={({ id }) => id}
            empty={ui.texts.users.empty}
            sorting={listQuery.sorting}
            onSort={(sorting) => changeQuery({ sorting })}
            busy={isPending}
          />
          <UserPager pages={pages} list={list} pageSize={pageSize} answer={data} />
        </>
      )}
      {creating ? (
        <CreateUserDialog
          onClose={() => setCreating(false)}
          onCreated={() => {
            setCreating(false);
            void reload();
          }}
        />
      ) : null}
    </Card>
  );
}

/** Every query can use an index: the email prefix, a role, and both sort orders. */
function queryOf({ search, filter, sorting }: UserListQuery): object {
  const state = filter === "banned" || filter === "active";
  return {
    ...(search === ""
      ? { sortBy: sorting.by, sortDirection: sorting.direction }
      : { searchValue: search, searchField: "email", searchOperator: "starts_with" }),
    ...(filter === ""
      ? {}
      : { filterField: state ? "banned" : "role", filterValue: state ? filter === "banned" : filter.slice(5) }),
  };
}

interface ToolbarProps {
  readonly query: UserListQuery;
  onQueryChange(change: Partial<UserListQuery>): void;
  onCreate(): void;
}

function Toolbar({ query, onQueryChange, onCreate }: ToolbarProps): ReactElement {
  const { texts, roles } = useAdminUi();
  const { users } = texts;
  const choices = [
    { value: "", label: users.anyState },
    { value: "active", label: users.onlyActive },
    { value: "banned", label: users.onlyBanned },
    ...roles.map((role) => ({ value: `role:${role}`, label: `${users.role}: ${role}` })),
  ];
  return (
    <div className="lk-toolbar">
      <SearchField label={users.search} value={query.search} onSearch={(search) => onQueryChange({ search })} />
      <SelectField
        label={users.state}
        options={choices}
        value={query.filter}
        onChange={(event) => onQueryChange({ filter: event.currentTarget.value })}
      />
      <Button onClick={onCreate}>{users.create}</Button>
    </div>
  );
}

function useColumns(): readonly Column<ManagedUser>[] {
  const { texts, Link } = useAuthUi();
  const { path, texts: own } = useAdminUi();
  return [
    {
      id: "email",
      title: own.users.person,
      sortable: true,
      cell: (user) => (
        <span className="lk-person">
          <Avatar name={user.name || user.email} image={user.image} />
          <span className="lk-list-text">
            <Link href={`${path}/users/${user.id}`} className="lk-link">
              {user.name || user.email}
            </Link>
            <span className="lk-note">{user.email}</span>
          </span>
        </span>
      ),
    },
    { id: "role", title: own.users.role, cell: (user) => <RoleBadges user={user} /> },
    {
      id: "createdAt",
      title: own.users.since,
      sortable: true,
      cell: ({ createdAt }) => createdAt.toLocaleDateString(texts.language, { dateStyle: "medium" }),
    },
  ];
}

/** Badges for the user's roles and for anything unusual, such as a ban. */
export function RoleBadges({ user }: { readonly user: ManagedUser }): ReactElement | null {
  const { users } = useAdminUi().texts;
  if (!user.role && !user.banned && user.emailVerified) return null;
  return (
    <span className="lk-badges">
      {rolesOf(user).map((role) => (
        <span key={role} className="lk-badge">
          {role}
        </span>
      ))}
      {user.banned ? <span className="lk-badge lk-badge-destructive">{users.banned}</span> : null}
      {user.emailVerified ? null : <span className="lk-badge lk-badge-warning">{users.unverified}</span>}
    </span>
  );
}

interface UserPagerProps {
  readonly pages: Pagination;
  /** Identifies the list that the total belongs to. */
  readonly list: string;
  readonly pageSize: number;
  readonly answer: {
    readonly users: readonly object[];
    readonly total: number | null;
    readonly nextCursor: string | null;
  } | null;
}

function UserPager({ pages, list, pageSize, answer }: UserPagerProps): ReactElement | null {
  const { users } = useAdminUi().texts;
  // Only the first page's response has the total.
  const counted = useRef({ list: "", total: 0 });
  if (!answer) return null;
  if (answer.total !== null) counted.current = { list, total: answer.total };
  const from = pages.number * pageSize;
  const total = Math.max(counted.current.list === list ? counted.current.total : 0, from + answer.users.length);
  const count = (value: number): string => value.toLocaleString();
  const { nextCursor } = answer;
  return (
    <Pager
      summary={fill(users.page, {
        from: count(Math.min(from + 1, total)),
        to: count(from + answer.users.length),
        total: count(total),
      })}
      onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
      onNext={nextCursor === null ? undefined : () => pages.next(nextCursor)}
    />
  );
}
