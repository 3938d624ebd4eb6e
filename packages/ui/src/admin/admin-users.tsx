/** The list of all users. The server searches, filters, sorts, and paginates it. */

import { type ReactElement, useEffect, useRef, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { isDenied } from "../primitives/error-panel.tsx";
import { Icon } from "../primitives/icons.tsx";
import { SearchField } from "../primitives/search-field.tsx";
import { useToast } from "../primitives/toast.tsx";
import { searchKey } from "../primitives/use-search-key.ts";
import { useShowsFilters } from "../primitives/use-shows-filters.ts";
import { fill } from "../texts/texts.ts";
import { AdminGate, useAdminAccess } from "./access.tsx";
import { AdminScreen } from "./admin-screen.tsx";
import { CreateUserDialog } from "./dialogs/create-user-dialog.tsx";
import { PageHeader } from "./page-header.tsx";
import { useAdminUi } from "./plugin.tsx";
import { useUserCommands } from "./user-commands.tsx";
import { BulkBar } from "./users/bulk-bar.tsx";
import { useBulk } from "./users/use-bulk.ts";
import { useUserFilters } from "./users/use-user-filters.ts";
import { useUserList } from "./users/use-user-list.ts";
import { UserFilterChips } from "./users/user-filter-chips.tsx";
import { UserTable } from "./users/user-table.tsx";

/** Props for `AdminUsers`. */
export interface AdminUsersProps {
  readonly className?: string;
  /** Rows per page. Default: 20. */
  readonly pageSize?: number;
  /** Whether arrows, `x`, `/`, and `?` work while focus is on the list. Default: true. */
  readonly shortcuts?: boolean;
}

/** The table of users, with search, filters, and actions. The search and the filters are in the URL. */
export function AdminUsers(props: AdminUsersProps): ReactElement {
  return (
    <AdminScreen className={props.className}>
      <Users {...props} />
    </AdminScreen>
  );
}

function Users(props: AdminUsersProps): ReactElement {
  const { title } = useAdminUi().texts.users;
  return (
    <AdminGate title={title} resource="user" action="list" code="YOU_ARE_NOT_ALLOWED_TO_LIST_USERS">
      <UsersContent {...props} />
    </AdminGate>
  );
}

function UsersContent({ pageSize = 20, shortcuts = true }: AdminUsersProps): ReactElement {
  const { users, create } = useAdminUi().texts;
  const access = useAdminAccess();
  const show = useToast();
  const root = useRef<HTMLDivElement>(null);
  const filters = useUserFilters();
  const list = useUserList(filters, pageSize);
  const [creating, setCreating] = useState(false);
  const bulk = useBulk((failed) => {
    list.selection.keep(failed.map(({ id }) => id));
    void list.reload();
  });
  const commands = useUserCommands({ onDone: list.reload, onBulk: bulk.start });
  useEffect(() => {
    // A deleted user's row is gone, and the button that had focus with it.
    if (list.rows && document.activeElement === document.body && list.hasReloaded) {
      const row = root.current?.querySelector<HTMLElement>("tbody tr[tabindex='0']");
      (row ?? root.current?.querySelector<HTMLElement>("h1"))?.focus();
    }
  }, [list.rows, list.hasReloaded]);
  const createButton = access.can("user", "create") ? (
    <Button icon={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {users.create}
    </Button>
  ) : null;
  const hasNone = list.rows?.length === 0 && !list.error && !filters.isActive;
  const showsFilters = useShowsFilters(filters.isActive, list.rows, list.error);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a shortcut for the search field inside
    <div ref={root} className="lk-admin-page" onKeyDown={searchKey(shortcuts)}>
      {/* An empty list shows the button in its empty state instead. */}
      <PageHeader
        title={users.title}
        text={users.subtitle}
        actions={hasNone || isDenied(list.error) ? null : createButton}
      />
      {showsFilters ? (
        <div className="lk-admin-filters">
          <SearchField label={users.search} value={filters.search} onSearch={filters.setSearch} />
          <UserFilterChips filters={filters} />
        </div>
      ) : null}
      <BulkBar
        selected={list.selection.users}
        bulk={bulk}
        onCommand={commands.start}
        onClear={() => list.selection.keep([])}
      />
      <UserTable
        list={list}
        filters={filters}
        shortcuts={shortcuts}
        createButton={createButton}
        onCommand={commands.start}
      />
      {commands.dialog}
      {creating ? (
        <CreateUserDialog
          onClose={() => setCreating(false)}
          onCreated={(name) => {
            setCreating(false);
            show({ text: fill(create.done, { name }) });
            void list.reload();
          }}
        />
      ) : null}
    </div>
  );
}
