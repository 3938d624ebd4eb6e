/** Finds a list's resources: with an index if the filter allows it, or else by checking each row. */

import type { Adapter, Order, Table, WhereAll } from "@latchkey/core/database";
import { refuse } from "../errors.ts";
import { matchesFilter, valuesOf } from "../filter/evaluate.ts";
import type { Filter } from "../filter/parse.ts";
import type { Json } from "../schema/attributes.ts";
import { type ListRequest, maxScanned } from "./query.ts";

/** A row of a resource. */
export interface ResourceRow {
  readonly id: string;
  readonly connectionId: string;
  readonly createdAt: Date;
}

/** How a kind of resource is stored. */
export interface ResourceStore<R extends ResourceRow> {
  readonly table: Table<R>;
  readonly connectionId: string;
  /** Maps lowercase attribute names to the columns that store them. */
  readonly columns: Readonly<Record<string, ResourceColumn<R>>>;
  /**
   * Functions that find rows by an attribute that's stored in another table. Keys are lowercase attribute names. A
   * function returns `null` if there are too many rows.
   */
  readonly lookUps?: Readonly<Record<string, (value: string) => Promise<readonly string[] | null>>>;
  /** Converts rows to the form that filters and responses use. */
  present(rows: readonly R[]): Promise<readonly Json[]>;
}

/** A column that stores an attribute, for comparisons and sorting. */
export interface ResourceColumn<R> {
  readonly column: keyof R & string;
  /** Whether `eq` can use the column. Default: true. */
  readonly isUnique?: boolean;
  readonly isLowercase?: boolean;
}

/** The rows of a page, and the total number of matches. */
export interface FoundPage<R> {
  readonly rows: readonly R[];
  readonly total: number;
}

const batchSize = 500;

/** Finds a page. @throws {AuthError} `SCIM_TOO_MANY` if too many rows would have to be checked */
export async function findPage<R extends ResourceRow>(
  db: Adapter,
  store: ResourceStore<R>,
  request: ListRequest,
): Promise<FoundPage<R>> {
  const { filter, sortBy } = request;
  const base = { connectionId: store.connectionId } as WhereAll<R>;
  const found = filter ? await indexFilter(store, filter) : { where: {}, isExact: true };
  const where = { ...base, ...found.where } as WhereAll<R>;
  const order = orderOf(store, request);
  if (!found.isExact || (sortBy && !order)) return scan(db, store, request, where);
  const total = await db.count(store.table, { where });
  const { offset, limit } = request;
  const isEmpty = limit === 0 || offset >= total;
  return {
    rows: isEmpty ? [] : await db.findMany(store.table, { where, orderBy: order ?? oldestFirst(), limit, offset }),
    total,
  };
}

function oldestFirst<R>(): readonly Order<R>[] {
  return [{ column: "createdAt" as keyof R & string }];
}

function orderOf<R extends ResourceRow>(
  store: ResourceStore<R>,
  { sortBy, descending }: ListRequest,
): readonly Order<R>[] | null {
  if (!sortBy || sortBy.extension !== null) return null;
  const known = columnOf(store, sortBy.part === null ? sortBy.name : `${sortBy.name}.${sortBy.part}`);
  return known ? [{ column: known.column, direction: descending ? "desc" : "asc" }] : null;
}

function columnOf<R>({ columns }: Pick<ResourceStore<R & ResourceRow>, "columns">, name: string | null) {
  const key = (name ?? "").toLowerCase();
  return Object.hasOwn(columns, key) ? (columns[key] as ResourceColumn<R>) : null;
}

/** The conditions that an index can check, and whether they cover the whole filter. */
interface Indexed<R> {
  readonly where: WhereAll<R>;
  readonly isExact: boolean;
}

async function indexFilter<R extends ResourceRow>(store: ResourceStore<R>, filter: Filter): Promise<Indexed<R>> {
  switch (filter.kind) {
    case "and":
      return mergeConditions(await indexFilter(store, filter.left), await indexFilter(store, filter.right));
    case "some":
      // The index finds rows that meet the conditions, but possibly with different values. A later check requires that
      // the same value meets all of them.
      return { ...(await indexFilter(store, filter.of)), isExact: false };
    case "compare":
      return indexComparison(store, filter);
    default:
      return noConditions;
  }
}

function mergeConditions<R>(left: Indexed<R>, right: Indexed<R>): Indexed<R> {
  const overlaps = Object.keys(left.where).some((name) => Object.hasOwn(right.where, name));
  if (overlaps) return { where: left.where, isExact: false };
  return { where: { ...left.where, ...right.where }, isExact: left.isExact && right.isExact };
}

async function indexComparison<R extends ResourceRow>(
  store: ResourceStore<R>,
  { operator, value, path }: Extract<Filter, { readonly kind: "compare" }>,
): Promise<Indexed<R>> {
  const { extension, name, part, attribute } = path;
  if (operator !== "eq" || typeof value !== "string" || extension !== null) return noConditions;
  if (value.length > 255 || value === "" || value.includes("\0")) return noConditions;
  const known = part === null ? columnOf<R>(store, name) : null;
  if (known && known.isUnique !== false) {
    const where = { [known.column]: known.isLowercase ? value.toLowerCase() : value };
    return { where: where as WhereAll<R>, isExact: true };
  }
  // A multi-valued attribute without a part stands for its `value`.
  const key = `${name ?? ""}.${part ?? (attribute?.multiValued ? "value" : "")}`.toLowerCase();
  const { lookUps = {} } = store;
  const ids = Object.hasOwn(lookUps, key) ? await lookUps[key]?.(value) : null;
  return ids ? { where: { id: { in: ids } } as WhereAll<R>, isExact: true } : noConditions;
}

const noConditions = { where: {}, isExact: false } as const;

/** The data that's kept for each match while all rows are checked. */
interface Match {
  readonly id: string;
  readonly key: string;
  readonly createdAt: number;
}

async function scan<R extends ResourceRow>(
  db: Adapter,
  store: ResourceStore<R>,
  request: ListRequest,
  where: WhereAll<R>,
): Promise<FoundPage<R>> {
  if ((await db.count(store.table, { where })) > maxScanned) refuse("SCIM_TOO_MANY");
  const matches: Match[] = [];
  const { filter, sortBy, offset, limit } = request;
  for (let last = ""; ; ) {
    const rows = await db.findMany(store.table, {
      where: { ...where, ...(last === "" ? {} : { id: { gt: last } }) } as WhereAll<R>,
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    const resources = await store.present(rows);
    rows.forEach((row, at) => {
      const resource = resources[at] as Json;
      if (filter && !matchesFilter(resource, filter)) return;
      const [first = ""] = sortBy ? valuesOf(resource, sortBy) : [];
      matches.push({ id: row.id, key: String(first).toLowerCase(), createdAt: row.createdAt.getTime() });
    });
    if (rows.length < batchSize) break;
    last = rows.at(-1)?.id ?? "";
  }
  matches.sort(byKey(request.descending));
  const ids = matches.slice(offset, offset + limit).map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db.findMany(store.table, { where: { ...where, id: { in: ids } } as WhereAll<R>, limit: ids.length });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: matches.length };
}

function byKey(descending: boolean): (one: Match, other: Match) => number {
  const direction = descending ? -1 : 1;
  return (one, other) => {
    if (one.key !== other.key) return (one.key < other.key ? -1 : 1) * direction;
    if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
    return one.id < other.id ? -1 : 1;
  };
}
