/** The frame of admin pages that list the items of all organizations. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement, ReactNode } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Pager } from "../primitives/data-table.tsx";
import { isDenied } from "../primitives/error-panel.tsx";
import { FilterChips } from "../primitives/filter-chips.tsx";
import type { Pagination } from "../primitives/use-pagination.ts";
import { useShowsFilters } from "../primitives/use-shows-filters.ts";
import { useAdminAccess } from "./access.tsx";
import { PageHeader } from "./page-header.tsx";

/** Props for `AllListPage`. */
export interface AllListPageProps<State extends string> {
  readonly title: string;
  readonly text: string;
  readonly actions?: ReactElement | null;
  /** The filter's label and options. */
  readonly filter: {
    readonly label: string;
    readonly options: readonly { readonly value: State; readonly label: string }[];
  };
  readonly state: NoInfer<State> | "";
  onState(state: NoInfer<State> | ""): void;
  readonly pages: Pagination;
  /** The page's items. `undefined` while loading. */
  readonly items: readonly unknown[] | undefined;
  readonly error: ClientError | null;
  readonly nextCursor: string | null;
  readonly children: ReactNode;
}

/** The title, a filter by state, the list, and its pages. */
export function AllListPage<State extends string>(props: AllListPageProps<State>): ReactElement {
  const {
    title,
    text,
    actions = null,
    filter,
    state,
    onState,
    pages,
    items,
    error,
    nextCursor: next,
    children,
  } = props;
  const showsFilters = useShowsFilters(state !== "" || pages.number > 0, items ?? null, error);
  const choose = (chosen: State | ""): void => {
    pages.restart();
    onState(chosen);
  };
  return (
    <div className="lk-admin-page">
      <PageHeader title={title} text={text} actions={isDenied(error) ? null : actions} />
      {showsFilters ? (
        <FilterChips
          filters={[{ id: "state", ...filter, selected: state === "" ? [] : [state] }]}
          onChange={(_, [chosen = ""]) => choose(filter.options.find(({ value }) => value === chosen)?.value ?? "")}
          onClear={() => choose("")}
        />
      ) : null}
      {children}
      {pages.number > 0 || next !== null ? (
        <Pager
          summary=""
          onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
          onNext={next === null ? undefined : () => pages.next(next)}
        />
      ) : null}
    </div>
  );
}

/**
 * Returns a function that checks the admin's permissions by `resource:action`, in the form that organization lists
 * expect.
 */
export function useAdminPermission(): HasPermission {
  const { can } = useAdminAccess();
  return (permission) => {
    const [resource = "", action = ""] = permission.split(":");
    return can(resource, action);
  };
}
