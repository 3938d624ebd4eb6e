/** Decides for each query whether `contains` uses the index. Only SQLite needs that: PostgreSQL decides by itself. */

import {
  type AnyRow,
  isCondition,
  type Join,
  type Joins,
  type ResolvedTable,
  type Schema,
  tableOf,
  type WhereAll,
} from "@latchkey/core/database";
import { quote } from "../migrations/ddl.ts";
import { trigramTableName } from "../names.ts";
import type { FindQuery } from "../queries/select.ts";
import type { CachedStatement, Send } from "../queries/shape-cache.ts";
import type { Alternatives } from "../queries/where.ts";
import { trigramQuery } from "./needle.ts";
import { substringColumns } from "./option.ts";

/** Returns the query with `containsIndexed` in place of each `contains` for which the index is faster. */
export type ChooseIndexes = (send: Send, table: ResolvedTable, find: FindQuery) => Promise<FindQuery>;

/**
 * Above this number of candidates, the scan is used. The index would first list all of them, while a scan in the order
 * of the page stops when the page is full.
 */
const maxCandidates = 10_000;

/** `null` if no table has such an index. */
export function createIndexChooser(schema: Schema): ChooseIndexes | null {
  const counts = new Map(
    [...schema.values()]
      .filter((table) => substringColumns(table).length > 0)
      .map(({ name }) => [name, countCandidates(name)]),
  );
  if (counts.size === 0) return null;

  const isSelective = async (send: Send, table: ResolvedTable, needle: string): Promise<boolean> => {
    const count = counts.get(table.name);
    const match = trigramQuery(needle);
    if (!count || match === null) return false;
    const { rows } = await send(table, count, match);
    return Number(rows[0]?.[0]) <= maxCandidates;
  };

  const chooseForRow = async (send: Send, table: ResolvedTable, all: WhereAll<AnyRow>): Promise<WhereAll<AnyRow>> => {
    const chosen: Record<string, unknown> = { ...all };
    for (const name of substringColumns(table)) {
      const condition = all[name];
      if (!isCondition(condition) || typeof condition.contains !== "string") continue;
      const { contains, ...others } = condition;
      if (await isSelective(send, table, contains)) chosen[name] = { ...others, containsIndexed: contains };
    }
    return chosen as WhereAll<AnyRow>;
  };

  const choose = async (send: Send, table: ResolvedTable, alternatives: Alternatives): Promise<Alternatives> => {
    if (!alternatives.some((all) => hasContains(table, all))) return alternatives;
    const chosen: WhereAll<AnyRow>[] = [];
    for (const all of alternatives) chosen.push(await chooseForRow(send, table, all));
    return chosen;
  };

  const chooseForJoins = async (send: Send, joins: Joins): Promise<Joins> => {
    const chosen: Record<string, Join> = {};
    for (const [name, join] of Object.entries(joins)) {
      const table = tableOf(schema, join.table);
      const before = join.where === undefined ? null : ([join.where].flat() as Alternatives);
      const after = before && (await choose(send, table, before));
      chosen[name] = after === before ? join : { ...join, where: after as never };
    }
    // The same joins are always the same object, so that their shape can be cached.
    return Object.entries(joins).every(([name, join]) => chosen[name] === join) ? joins : chosen;
  };

  return async (send, table, find) => {
    const where = await choose(send, table, find.where);
    const join = find.query.join && (await chooseForJoins(send, find.query.join));
    return { where, query: join === find.query.join ? find.query : { ...find.query, join } };
  };
}

function hasContains(table: ResolvedTable, all: WhereAll<AnyRow>): boolean {
  return substringColumns(table).some((name) => {
    const condition = all[name];
    return isCondition(condition) && condition.contains !== undefined;
  });
}

function countCandidates(table: string): CachedStatement {
  const name = quote("sqlite", trigramTableName(table));
  const candidates = `select 1 from ${name} where ${name} match ? limit ${maxCandidates + 1}`;
  const [before = "", after = ""] = `select count(*) as a from (${candidates})`.split("?");
  return {
    statement: {
      sql: `${before}?${after}`,
      texts: [before, after],
      name: `latchkey_candidates_${table}`,
      kind: "read",
      returns: "row",
    },
    parameters: [{ read: (match) => match }],
    readRow: null,
  };
}
