/** The frame of admin pages that list the items of all organizations. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement, ReactNode } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Pager } from "../primitives/data-table.tsx";
import { FilterChips } from "../primitives/filter-chips.tsx";
import { Screen } from "../primitives/screen.tsx";
import type { Pagination } from "../primitives/use-pagination.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { AdminGate, useAdminAccess } from "./access.tsx";
import { PageHeader } from "./page-header.tsx";

/** Props for `AllListGate`. */
export interface AllListGateProps {
  readonly className?: string | undefined;
  /** The resource whose `read` permission the page requires. */
  readonly resource: string;
  /** The server's error code for admins without it. */
  readonly code: string;
  readonly children: ReactNode;
}

/** Shows the page to admins who can read it. */
export function AllListGate({ className, resource, code, children }: AllListGateProps): ReactElement {
  return (
    <SetupBoundary>
      <Screen className={className}>
        <div className="lk-admin">
          <AdminGate resource={resource} action="read" code={code}>
            {children}
          </AdminGate>
        </div>
      </Screen>
    </SetupBoundary>
  );
}

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
  // There's nothing to filter, and no filter to clear.
  const isUseless = state === "" && pages.number === 0 && (items ? items.length === 0 : error !== null);
  const choose = (chosen: State | ""): void => {
    pages.restart();
    onState(chosen);
  };
  return (
    <div className="lk-admin-page">
      <PageHeader title={title} text={text} actions={actions} />
      {isUseless ? null : (
        <FilterChips
          filters={[{ id: "state", ...filter, selected: state === "" ? [] : [state] }]}
          onChange={(_, [chosen = ""]) => choose(filter.options.find(({ value }) => value === chosen)?.value ?? "")}
          onClear={() => choose("")}
        />
      )}
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
