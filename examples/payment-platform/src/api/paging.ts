/** Pages lists and looks up entities by id. */

import type { Reply } from "../http.ts";

/** A page of a list, oldest first. */
export function listed<T>(query: URLSearchParams, all: readonly T[], shown: (one: T) => unknown = (one) => one): Reply {
  const page = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const limit = Math.min(100, Math.max(1, Number(query.get("limit") ?? 10) || 10));
  const items = all.slice((page - 1) * limit, page * limit).map(shown);
  return { json: { items, pagination: { total_count: all.length, max_page: Math.ceil(all.length / limit) } } };
}

/** The entities of the customers that the query names. Without a filter, returns all of them. */
export function ofCustomer<T extends { readonly customer_id: string }>(
  query: URLSearchParams,
  table: Record<string, T>,
): T[] {
  const customers = query.getAll("customer_id");
  return Object.values(table).filter((one) => customers.length === 0 || customers.includes(one.customer_id));
}

export function ownEntry<T>(table: Record<string, T>, id: string): T | undefined {
  return Object.hasOwn(table, id) ? table[id] : undefined;
}
