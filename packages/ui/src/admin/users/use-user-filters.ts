/** The user list's search and filters, which are in the URL. */

import { useMemo } from "react";
import type { Sorting } from "../../primitives/data-table.tsx";
import { replaceSearchParams, useSearchParams } from "../../primitives/use-search-params.ts";
import { type AdminAccess, useAdminAccess } from "../access.tsx";
import { parseTimeRange } from "../time-range.ts";

/** The filter names, which are also the URL parameter names. */
export const filterIds = ["status", "role", "verified", "twoFactor", "created"] as const;

/** Name of a filter. */
export type UserFilterId = (typeof filterIds)[number];

/** The search, the filters, and the order. */
export interface UserFilters {
  readonly search: string;
  /** Filters that aren't set are empty strings. */
  readonly values: Readonly<Record<UserFilterId, string>>;
  readonly sorting: Sorting;
}

/** The filters, and functions to change them. */
export interface UserFiltersState extends UserFilters {
  /** Whether anything narrows the list. */
  readonly isActive: boolean;
  /** Changes whenever the list has to be loaded again. `null` while the page's URL isn't known. */
  readonly key: string | null;
  /** Input for `client.admin.listUsers`. */
  toQuery(): Readonly<Record<string, unknown>>;
  setSearch(search: string): void;
  setFilter(id: UserFilterId, value: string): void;
  setSorting(sorting: Sorting): void;
  clear(): void;
}

const alwaysSortable: readonly string[] = ["email", "createdAt"];
const withLastActive: readonly string[] = [...alwaysSortable, "lastActiveAt"];

const newestFirst: Sorting = { by: "createdAt", direction: "desc" };

/** Reads the filters from the URL. */
export function useUserFilters(): UserFiltersState {
  const access = useAdminAccess();
  const params = useSearchParams();
  const text = params?.toString() ?? null;
  const sortable = access.tracksLastActive ? withLastActive : alwaysSortable;
  const filters = useMemo(() => readFilters(new URLSearchParams(text ?? ""), sortable), [text, sortable]);
  const isActive = filters.search !== "" || filterIds.some((id) => filters.values[id] !== "");
  return {
    ...filters,
    isActive,
    key: text === null ? null : JSON.stringify(filters),
    toQuery: () => queryOf(filters, access),
    setSearch: (search) => replaceSearchParams({ q: search }),
    setFilter: (id, value) => replaceSearchParams({ [id]: value }),
    setSorting: ({ by, direction }) => replaceSearchParams({ sort: `${by}.${direction}` }),
    clear: () => replaceSearchParams({ q: null, ...Object.fromEntries(filterIds.map((id) => [id, null])) }),
  };
}

function readFilters(params: URLSearchParams, sortable: readonly string[]): UserFilters {
  const get = (name: string): string => params.get(name) ?? "";
  const [by = "", direction] = get("sort").split(".");
  const isSorting = sortable.includes(by) && (direction === "asc" || direction === "desc");
  return {
    search: get("q"),
    values: {
      status: get("status"),
      role: get("role"),
      verified: get("verified"),
      twoFactor: get("twoFactor"),
      created: get("created"),
    },
    sorting: isSorting ? { by, direction } : newestFirst,
  };
}

function queryOf(filters: UserFilters, access: AdminAccess): Readonly<Record<string, unknown>> {
  const { search, sorting, values } = filters;
  const filter = conditionsOf(values, access);
  return {
    ...(search === "" ? {} : { searchField: "any", searchValue: search }),
    ...(filter.length > 0 ? { filter } : {}),
    sortBy: sorting.by,
    sortDirection: sorting.direction,
  };
}

/** The server's conditions, such as `banned:eq:true`. Values that the screen doesn't offer are ignored. */
function conditionsOf(values: UserFilters["values"], access: AdminAccess): readonly string[] {
  const created = parseTimeRange(values.created, new Date());
  return [
    ...(values.status === "banned" || values.status === "active" ? [`banned:eq:${values.status === "banned"}`] : []),
    ...(values.role === "" ? [] : [roleCondition(values.role, access)]),
    ...(isYesNo(values.verified) ? [`emailVerified:eq:${values.verified === "yes"}`] : []),
    ...(isYesNo(values.twoFactor) ? [`twoFactorEnabled:eq:${values.twoFactor === "yes"}`] : []),
    ...(created?.from ? [`createdAt:gte:${created.from.toISOString()}`] : []),
    ...(created?.to ? [`createdAt:lt:${created.to.toISOString()}`] : []),
  ];
}

const isYesNo = (value: string): boolean => value === "yes" || value === "no";

/** Users can have several roles, so this searches for the name, unless it's part of another role's name. */
function roleCondition(role: string, { roles, searchByPart }: AdminAccess): string {
  const isAmbiguous = Object.keys(roles).some((other) => other !== role && other.includes(role));
  return `role:${searchByPart && !isAmbiguous ? "contains" : "eq"}:${role}`;
}
