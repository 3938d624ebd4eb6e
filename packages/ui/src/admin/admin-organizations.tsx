/** The list of all organizations. The server searches, sorts, and paginates it. */

import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { type Column, DataTable, type Sorting } from "../primitives/data-table.tsx";
import type { EmptyStateProps } from "../primitives/empty-state.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Person } from "../primitives/person.tsx";
import { SearchField } from "../primitives/search-field.tsx";
import { searchKey } from "../primitives/use-search-key.ts";
import { replaceSearchParams, useSearchParams } from "../primitives/use-search-params.ts";
import { useShowsFilters } from "../primitives/use-shows-filters.ts";
import { useAuthUi } from "../provider/context.ts";
import { AdminGate, useAdminAccess } from "./access.tsx";
import { AdminScreen } from "./admin-screen.tsx";
import { type ListedOrganization, type OrganizationListPage, useAdminClient } from "./client.ts";
import { ListPager } from "./organizations/list-pager.tsx";
import { useSearchPages } from "./organizations/use-search-pages.ts";
import { PageHeader } from "./page-header.tsx";
import { useAdminUi } from "./plugin.tsx";
import { RelativeTime } from "./relative-time.tsx";

/** Props for `AdminOrganizations`. */
export interface AdminOrganizationsProps {
  readonly className?: string;
  /** Whether arrows, `/`, and `?` work while focus is on the list. Default: true. */
  readonly shortcuts?: boolean;
}

/**
 * The table of all organizations. For apps whose server has `organization()` from `@latchkey/organization`. The search
 * is in the URL.
 */
export function AdminOrganizations(props: AdminOrganizationsProps): ReactElement {
  return (
    <AdminScreen className={props.className}>
      <Organizations {...props} />
    </AdminScreen>
  );
}

function Organizations(props: AdminOrganizationsProps): ReactElement {
  const { title } = useAdminUi().texts.allOrganizations;
  return (
    <AdminGate title={title} resource="organization" action="list" code="YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS">
      <OrganizationsContent {...props} />
    </AdminGate>
  );
}

function OrganizationsContent({ shortcuts = true }: AdminOrganizationsProps): ReactElement {
  const client = useAdminClient();
  const { texts, navigate } = useAuthUi();
  const { texts: words, path } = useAdminUi();
  const { allOrganizations } = words;
  const canOpen = useAdminAccess().can("organization", "get");
  const { search, direction, key } = useListParams();
  const list = useSearchPages<OrganizationListPage>("/admin/list-organizations", key, (page) =>
    client.admin.listOrganizations({
      query: { ...page, sortDirection: direction, ...(search === "" ? {} : { search }) },
    }),
  );
  const columns = useColumns(canOpen);
  const rows = list.data?.organizations ?? null;
  const showsFilters = useShowsFilters(search !== "", rows, list.error);
  const clear = (
    <Button variant="secondary" onClick={() => replaceSearchParams({ q: null })}>
      {texts.clearFilters}
    </Button>
  );
  const empty: EmptyStateProps =
    search === ""
      ? { icon: "building-2", title: allOrganizations.none, text: allOrganizations.noneText }
      : { icon: "search", title: allOrganizations.noMatches, action: clear };
  const sorting: Sorting = { by: "createdAt", direction };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a shortcut for the search field inside
    <div className="lk-admin-page" onKeyDown={searchKey(shortcuts)}>
      <PageHeader title={allOrganizations.title} text={allOrganizations.subtitle} />
      {showsFilters ? (
        <div className="lk-admin-filters">
          <SearchField
            label={allOrganizations.search}
            value={search}
            onSearch={(text) => replaceSearchParams({ q: text })}
          />
        </div>
      ) : null}
      <div className="lk-table-card">
        <DataTable
          caption={allOrganizations.caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={empty}
          busy={list.isPending}
          sorting={sorting}
          onSort={(next) => replaceSearchParams({ sort: `${next.by}.${next.direction}` })}
          onOpen={canOpen ? ({ id }) => navigate(organizationPath(path, id)) : undefined}
          shortcuts={shortcuts}
          hasPictures
          hasSearchKey
          problem={list.error ? <ErrorPanel error={list.error} onRetry={list.reload} /> : undefined}
        />
      </div>
      {list.error ? null : <ListPager list={list} count={rows?.length ?? 0} />}
    </div>
  );
}

/** Path of an organization's page. */
export function organizationPath(base: string, id: string): string {
  return `${base}/organizations/${encodeURIComponent(id)}`;
}

interface ListParams {
  readonly search: string;
  readonly direction: "asc" | "desc";
  /** `null` while the page's URL isn't known. */
  readonly key: string | null;
}

function useListParams(): ListParams {
  const params = useSearchParams();
  const search = params?.get("q") ?? "";
  const direction = params?.get("sort") === "createdAt.asc" ? "asc" : "desc";
  return { search, direction, key: params === null ? null : JSON.stringify([search, direction]) };
}

function useColumns(canOpen: boolean): readonly Column<ListedOrganization>[] {
  const { language } = useAuthUi().texts;
  const { texts, path } = useAdminUi();
  const { allOrganizations } = texts;
  return [
    {
      id: "name",
      title: allOrganizations.organization,
      cell: ({ id, name, logo = null }) => (
        <Person shape="square" name={name} image={logo} {...(canOpen ? { href: organizationPath(path, id) } : {})} />
      ),
    },
    {
      id: "slug",
      title: allOrganizations.slug,
      cell: ({ slug }) => (
        <bdi className="lk-truncate lk-muted" title={slug}>
          {slug}
        </bdi>
      ),
    },
    {
      id: "memberCount",
      title: allOrganizations.members,
      align: "end",
      phone: "hidden",
      cell: ({ memberCount }) => memberCount.toLocaleString(language),
    },
    {
      id: "createdAt",
      title: allOrganizations.created,
      sortable: true,
      phone: "hidden",
      cell: ({ createdAt }) => <RelativeTime date={createdAt} />,
    },
  ];
}
