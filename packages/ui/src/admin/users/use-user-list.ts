/** The page of users that is shown, and which of them are selected. */

import type { ClientError } from "@latchkey/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Pagination, usePagination } from "../../primitives/use-pagination.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { type ListedUser, useAdminClient } from "../client.ts";
import type { UserFiltersState } from "./use-user-filters.ts";

/** The selected users, which can be on several pages. */
export interface UserSelection {
  readonly users: readonly ListedUser[];
  readonly keys: ReadonlySet<string>;
  /** Selects only these users. Ignores ids of users that are neither on this page nor already selected. */
  keep(ids: Iterable<string>): void;
}

/** The list. */
export interface UserListState {
  /** `null` while loading. */
  readonly rows: readonly ListedUser[] | null;
  readonly error: ClientError | null;
  readonly isPending: boolean;
  /** Whether the list was loaded again after a change. */
  readonly hasReloaded: boolean;
  readonly pages: Pagination;
  readonly nextCursor: string | null;
  /** Number of matching users. */
  readonly total: number;
  readonly pageSize: number;
  readonly selection: UserSelection;
  reload(): Promise<void>;
}

/** Loads the page of users for the filters. A new search starts on the first page, with nothing selected. */
export function useUserList(filters: UserFiltersState, pageSize: number): UserListState {
  const client = useAdminClient();
  const pages = usePagination();
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedUser>>(new Map());
  const [hasReloaded, setReloaded] = useState(false);
  const lastKey = useRef(filters.key);
  const isOther = lastKey.current !== filters.key;
  const cursor = isOther ? null : pages.cursor;
  const { restart } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the filters change
  useEffect(() => {
    if (lastKey.current === filters.key) return;
    lastKey.current = filters.key;
    restart();
    setSelected(new Map());
  }, [filters.key]);
  const query = { ...filters.toQuery(), limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  const { data, error, isPending, reload } = useQuery(
    "/admin/list-users",
    filters.key === null ? null : `${filters.key} ${cursor}`,
    () => client.admin.listUsers({ query }),
    () => true,
  );
  const rows = (data?.users ?? null) as readonly ListedUser[] | null;
  const keep = (ids: Iterable<string>): void => {
    const loaded = new Map([...selected, ...(rows ?? []).map((user) => [user.id, user] as const)]);
    const next = [...ids].flatMap((id) => loaded.get(id) ?? []);
    setSelected(new Map(next.map((user) => [user.id, user])));
  };
  const selection = useMemo(() => ({ users: [...selected.values()], keys: new Set(selected.keys()) }), [selected]);
  const total = useTotal(filters.key, data?.total ?? null);
  return {
    rows,
    error,
    isPending,
    hasReloaded,
    pages,
    nextCursor: data?.nextCursor ?? null,
    total: Math.max(total, (isOther ? 0 : pages.number * pageSize) + (rows?.length ?? 0)),
    pageSize,
    selection: { ...selection, keep },
    async reload() {
      await reload();
      setReloaded(true);
    },
  };
}

/** Only the first page's response has the total, so it's kept for the others. */
function useTotal(key: string | null, responseTotal: number | null): number {
  const counted = useRef({ key, total: 0 });
  if (responseTotal !== null) counted.current = { key, total: responseTotal };
  return counted.current.key === key ? counted.current.total : 0;
}
