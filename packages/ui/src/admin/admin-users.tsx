/** Everybody who has an account: searched, filtered, sorted and paged by the server. */

import { type ReactElement, useRef, useState } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { type Column, DataTable, Pager, type Sorting } from "../primitives/data-table.tsx";
import { LoadError } from "../primitives/load-error.tsx";
import { SearchField } from "../primitives/search-field.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { useLoaded } from "../primitives/use-loaded.ts";
import { type Pages, usePages } from "../primitives/use-pages.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { type ManagedUser, rolesOf, useAdminClient } from "./client.ts";
import { CreateUserDialog } from "./create-user-dialog.tsx";
import { useAdminUi } from "./plugin.tsx";

/** What `AdminUsers` takes. */
export interface AdminUsersProps {
  readonly className?: string;
  /** Rows a page. Default: 20. */
  readonly pageSize?: number;
}

interface Wanted {
  readonly search: string;
  /** A role, `banned`, `active`, or nothing. */
  readonly filter: string;
  readonly sorting: Sorting;
}

const atFirst: Wanted = { search: "", filter: "", sorting: { by: "createdAt", direction: "desc" } };

/** The table of users. A name leads to the user's own page. */
export function AdminUsers({ className, pageSize = 20 }: AdminUsersProps): ReactElement {
  const client = useAdminClient();
  const ui = useAdminUi();
  const [wanted, setWanted] = useState(atFirst);
  const [creating, setCreating] = useState(false);
  const pages = usePages();
  const columns = useColumns();
  const list = JSON.stringify(wanted);
  const query = { ...queryOf(wanted), limit: pageSize, ...(pages.cursor === null ? {} : { cursor: pages.cursor }) };
  const { data, error, isPending, reload } = useLoaded(
    `${list} ${pages.cursor}`,
    () => client.admin.listUsers({ query }),
    () => true,
  );
  const want = (change: Partial<Wanted>): void => {
    pages.restart();
    setWanted({ ...wanted, ...change });
  };
  return (
    <Card full title={ui.texts.users.title} subtitle={ui.texts.users.subtitle} className={className}>
      <Toolbar wanted={wanted} onWant={want} onCreate={() => setCreating(true)} />
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : (
        <>
          <DataTable
            caption={ui.texts.users.caption}
            columns={columns}
            rows={data?.users ?? null}
            keyOf={({ id }) => id}
            empty={ui.texts.users.empty}
            sorting={wanted.sorting}
            onSort={(sorting) => want({ sorting })}
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

/** An index answers each of these: the beginning of an address, a role, and the two orders. */
function queryOf({ search, filter, sorting }: Wanted): object {
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
  readonly wanted: Wanted;
  onWant(change: Partial<Wanted>): void;
  onCreate(): void;
}

function Toolbar({ wanted, onWant, onCreate }: ToolbarProps): ReactElement {
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
      <SearchField label={users.search} value={wanted.search} onSearch={(search) => onWant({ search })} />
      <SelectField
        label={users.state}
        choices={choices}
        value={wanted.filter}
        onChange={(event) => onWant({ filter: event.currentTarget.value })}
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

/** Roles, and what is out of the ordinary. */
export function RoleBadges({ user }: { readonly user: ManagedUser }): ReactElement | null {
  const { users } = useAdminUi().texts;
  if (!user.role && !user.banned && user.emailVerified) return null;
  return (
    <span className="lk-badges">
      {rolesOf(user).map((role) => (
        <span key={role} className="lk-badge lk-badge-plain">
          {role}
        </span>
      ))}
      {user.banned ? <span className="lk-badge lk-badge-bad">{users.banned}</span> : null}
      {user.emailVerified ? null : <span className="lk-badge lk-badge-open">{users.unverified}</span>}
    </span>
  );
}

interface UserPagerProps {
  readonly pages: Pages;
  /** Which list it is: the count is of this one. */
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
  // Counted on the first page alone.
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
