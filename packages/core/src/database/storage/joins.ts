/** Rows of the database that belong to rows of the storage. */

import type { Adapter, AnyRow, Join, Joins, WhereAll } from "../adapter.ts";
import type { ResolvedTable } from "../schema.ts";
import { widen } from "../tables.ts";
import { type Deps, readRows } from "./routed-rows.ts";

/**
 * Brings along what is joined to a row of the storage: all of it in one statement where a join is required, as the user
 * of a session is, else one statement a join.
 *
 * @returns `null` where a required row is missing
 */
export async function joinTo(db: Adapter, means: Deps, row: AnyRow, joins: Joins): Promise<object | null> {
  const entries = Object.entries(joins).map(([name, join]) => ({ name, join, key: keyOf(row, join) }));
  if (entries.some(({ join, key }) => join.required && !key)) return null;
  const joined: Record<string, object | null> = Object.fromEntries(entries.map(({ name }) => [name, null]));
  const bound = entries.filter((entry): entry is BoundJoin => entry.key !== null);
  const inStorage = bound.filter(({ join }) => means.routing.routed.has(join.table.name));
  const inDatabase = bound.filter((one) => !inStorage.includes(one));
  for (const one of inStorage) joined[one.name] = await readJoined(means, one);
  const base = inDatabase.find(({ join }) => join.required);
  if (base) Object.assign(joined, await readTogether(db, base, inDatabase));
  else for (const one of inDatabase) joined[one.name] = await readOne(db, one, {});
  return entries.some(({ name, join }) => join.required && joined[name] === null) ? null : joined;
}

interface BoundJoin {
  readonly name: string;
  readonly join: Join;
  /** The values that the joined row must have. */
  readonly key: Readonly<Record<string, string | number | boolean>>;
}

function keyOf(row: AnyRow, { on }: Join): BoundJoin["key"] | null {
  const key: Record<string, string | number | boolean> = {};
  for (const [column, term] of Object.entries(on)) {
    const value = (typeof term === "string" ? row[term] : term.value) ?? null;
    if (value === null) return null;
    key[column] = value as string | number | boolean;
  }
  return key;
}

/** The required row with the others beside it, each pinned to the values that the storage's row has. */
async function readTogether(db: Adapter, base: BoundJoin, all: readonly BoundJoin[]): Promise<object> {
  const others = all.filter((one) => one !== base);
  const beside = others.map(({ name, join, key }) => {
    const on = Object.fromEntries(Object.entries(key).map(([column, value]) => [column, { value }]));
    return [name, { ...join, on }] as const;
  });
  const found = await readOne(db, base, Object.fromEntries(beside));
  if (!found) return {};
  const own: Record<string, unknown> = { ...found };
  const joined: Record<string, unknown> = {};
  for (const { name } of others) {
    joined[name] = own[name];
    delete own[name];
  }
  return { ...joined, [base.name]: own };
}

async function readOne(db: Adapter, { join, key }: BoundJoin, beside: Joins): Promise<object | null> {
  const wanted = [join.where ?? {}].flat() as readonly WhereAll<AnyRow>[];
  const where = wanted.map((one) => ({ ...one, ...key }) as WhereAll<AnyRow>);
  const columns = join.columns && [...new Set(["id", ...join.columns])];
  return db.findOne<AnyRow, Joins>(widen(join.table), {
    where,
    ...(Object.keys(beside).length > 0 ? { join: beside } : {}),
    ...(columns ? { columns } : {}),
  });
}

async function readJoined(means: Deps, { join, key }: BoundJoin): Promise<object | null> {
  const table = means.routing.schema.get(join.table.name) as ResolvedTable;
  const wanted = [join.where ?? {}].flat() as readonly WhereAll<AnyRow>[];
  const [row] = await readRows(
    means,
    table,
    wanted.map((one) => ({ ...one, ...key }) as WhereAll<AnyRow>),
  );
  return row ?? null;
}
