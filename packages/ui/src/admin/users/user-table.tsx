/** The table of users, with its empty states and pages. */

import type { ReactElement, ReactNode } from "react";
import { Button } from "../../primitives/button.tsx";
import { DataTable, Pager } from "../../primitives/data-table.tsx";
import type { EmptyStateProps } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { nameOf } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { StartCommand } from "../user-command.ts";
import type { UserFiltersState } from "./use-user-filters.ts";
import type { UserListState } from "./use-user-list.ts";
import { useUserColumns } from "./user-columns.tsx";

/** Props for `UserTable`. */
export interface UserTableProps {
  readonly list: UserListState;
  readonly filters: UserFiltersState;
  readonly shortcuts: boolean;
  /** Shown if the app has no users. */
  readonly createButton: ReactNode;
  readonly onCommand: StartCommand;
}

/** The rows. Errors appear in their place. */
export function UserTable({ list, filters, shortcuts, createButton, onCommand }: UserTableProps): ReactElement {
  const { texts, navigate } = useAuthUi();
  const { texts: words, path } = useAdminUi();
  const { users } = words;
  const columns = useUserColumns(onCommand);
  const clear = (
    <Button variant="secondary" onClick={filters.clear}>
      {texts.clearFilters}
    </Button>
  );
  const empty: EmptyStateProps = filters.isActive
    ? { icon: "search", title: users.noMatches, action: clear }
    : { icon: "users", title: users.none, text: users.noneText, action: createButton };
  return (
    <>
      <div className="lk-table-card lk-admin-users">
        <DataTable
          caption={users.caption}
          columns={columns}
          rows={list.rows}
          rowKey={({ id }) => id}
          empty={empty}
          busy={list.isPending}
          sorting={filters.sorting}
          onSort={filters.setSorting}
          selection={{
            keys: list.selection.keys,
            label: (user) => fill(users.select, { name: nameOf(user) }),
            onChange: list.selection.keep,
          }}
          onOpen={(user) => navigate(`${path}/users/${user.id}`)}
          shortcuts={shortcuts}
          hasPictures
          hasSearchKey
          problem={list.error ? <ErrorPanel error={list.error} onRetry={list.reload} /> : undefined}
        />
      </div>
      {list.error || !list.rows?.length ? null : <UserPager list={list} />}
    </>
  );
}

function UserPager({ list }: { readonly list: UserListState }): ReactElement {
  const { language } = useAuthUi().texts;
  const { users } = useAdminUi().texts;
  const { pages, pageSize, rows, total, nextCursor } = list;
  const from = pages.number * pageSize;
  const count = (value: number): string => value.toLocaleString(language);
  const to = from + (rows?.length ?? 0);
  return (
    <Pager
      summary={fill(users.page, { from: count(from + 1), to: count(to), total: count(total) })}
      onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
      onNext={nextCursor === null ? undefined : () => pages.next(nextCursor)}
    />
  );
}
