/** The statement of each operation: looked up by the shape of the query, built where it is the first of its shape. */

import type { ResolvedTable, Schema } from "../../database/index.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { compileReading, type ReadRow, readingOf } from "./reading.ts";
import { buildCount, buildFind, buildHold, buildLock, type Find, findShape, joinShape } from "./select.ts";
import { createStatements, type Kept } from "./statements.ts";
import { type Alternatives, whereShape } from "./where.ts";
import {
  buildIncrement,
  buildInsert,
  buildRemove,
  buildTake,
  buildUpdate,
  type IncrementQuery,
  type InsertQuery,
  type UpdateQuery,
  whereClause,
} from "./write.ts";

export interface Catalogue {
  find(table: ResolvedTable, find: Find): Kept<ReadRow>;
  count(table: ResolvedTable, find: Find): Kept;
  lock(table: ResolvedTable): Kept<ReadRow>;
  /** The id of one row that fits, held until the transaction ends. */
  hold(table: ResolvedTable, where: Alternatives): Kept;
  insert(table: ResolvedTable, query: InsertQuery): Kept;
  update(table: ResolvedTable, query: UpdateQuery): Kept;
  remove(table: ResolvedTable, where: Alternatives): Kept;
  take(table: ResolvedTable, where: Alternatives): Kept<ReadRow>;
  increment(table: ResolvedTable, query: IncrementQuery): Kept;
}

/** An INSERT of more rows than these is not kept: there are too many lengths. */
const mostKeptRows = 8;

export function createCatalogue(dialect: Dialect, schema: Schema): Catalogue {
  const { get, once } = createStatements(dialect);
  const read = { kind: "read", returns: "rows", extra: null } as const;
  const write = { kind: "write", returns: false, extra: null } as const;
  return {
    find(table, find) {
      return get(`find ${table.name} ${findShape(dialect, find)}`, () => {
        const { sql, reading } = buildFind(dialect, schema, table, find);
        const returns = find.query.limit === null ? "row" : "rows";
        return { sql, kind: "read", returns, extra: compileReading(dialect, reading) };
      });
    },
    count(table, find) {
      const shape = `count ${table.name} ${joinShape(find.query.join)}${whereShape(find.where)}`;
      return get(shape, () => ({ ...read, sql: buildCount(dialect, schema, table, find) }));
    },
    lock(table) {
      return get(`lock ${table.name}`, () => {
        const reading = readingOf(schema, table, "", undefined);
        return { ...read, sql: buildLock(dialect, table, reading), extra: compileReading(dialect, reading) };
      });
    },
    hold(table, where) {
      const clause = () => whereClause(dialect, table, where);
      return get(`hold ${table.name} ${whereShape(where)}`, () => ({
        ...read,
        sql: buildHold(dialect, table, clause()),
      }));
    },
    insert(table, query) {
      const made = () => ({ ...write, sql: buildInsert(dialect, table, query) });
      if (query.rows.length > mostKeptRows) return once(made());
      return get(`insert ${table.name} ${query.columns.join()} ${query.rows.length}`, made);
    },
    update(table, query) {
      const shape = `update ${table.name} ${setShape(query.set)}${whereShape(query.where)}`;
      return get(shape, () => ({ ...write, sql: buildUpdate(dialect, table, query) }));
    },
    remove(table, where) {
      return get(`remove ${table.name} ${whereShape(where)}`, () => ({
        ...write,
        sql: buildRemove(dialect, table, where),
      }));
    },
    take(table, where) {
      return get(`take ${table.name} ${whereShape(where)}`, () => {
        const reading = readingOf(schema, table, "", undefined);
        const sql = buildTake(dialect, table, where, reading);
        return { sql, kind: "write", returns: "rows", extra: compileReading(dialect, reading) };
      });
    },
    increment(table, query) {
      const shape = `increment ${table.name} ${query.column}${query.by < 0 ? "-" : ""}${whereShape(query.where)}`;
      const answer = dialect.returning ? ({ returns: "rows" } as const) : { returnsInsertId: true };
      return get(shape, () => ({ ...write, ...answer, sql: buildIncrement(dialect, table, query) }));
    },
  };
}

/** A column that is set, and one that is added to, are different. JSON with such a key only has a shape of its own. */
function setShape(set: Readonly<Record<string, unknown>>): string {
  let shape = "";
  for (const name in set) {
    const value = set[name];
    shape += typeof value === "object" && value !== null && "increment" in value ? `${name}+,` : `${name},`;
  }
  return shape;
}
