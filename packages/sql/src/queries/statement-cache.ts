/** The statement of each operation: looked up by the shape of the query, and built for the first query of a shape. */

import type { CheckedClaim, CheckedCondition, ResolvedTable, Schema } from "@latchkey/core/database";
import type { Dialect } from "../dialects/dialect.ts";
import { compileProjection, projectionOf, type ReadRow } from "./projection.ts";
import {
  buildCount,
  buildFind,
  buildLock,
  buildSelectForUpdate,
  buildSum,
  createJoinShape,
  existsShape,
  type FindQuery,
  findShape,
  type SumQuery,
} from "./select.ts";
import { type CachedStatement, createShapeCache } from "./shape-cache.ts";
import { type Alternatives, whereShape } from "./where.ts";
import {
  buildClaim,
  buildIncrement,
  buildInsert,
  buildInsertIf,
  buildRemove,
  buildTake,
  buildUpdate,
  claimClause,
  type IncrementQuery,
  type InsertQuery,
  type UpdateQuery,
  whereClause,
} from "./write.ts";

export interface StatementCache {
  find<R extends object>(table: ResolvedTable, find: FindQuery): CachedStatement<ReadRow<R>>;
  count(table: ResolvedTable, find: FindQuery): CachedStatement;
  sum(table: ResolvedTable, query: SumQuery): CachedStatement;
  lock<R extends object>(table: ResolvedTable): CachedStatement<ReadRow<R>>;
  /** Selects the id of one matching row, and locks it until the transaction ends. */
  selectForUpdate(table: ResolvedTable, where: Alternatives): CachedStatement;
  insert(table: ResolvedTable, query: InsertQuery): CachedStatement;
  insertIf(table: ResolvedTable, query: InsertQuery, condition: CheckedCondition): CachedStatement;
  update(table: ResolvedTable, query: UpdateQuery): CachedStatement;
  remove(table: ResolvedTable, where: Alternatives): CachedStatement;
  consume<R extends object>(table: ResolvedTable, where: Alternatives): CachedStatement<ReadRow<R>>;
  /** Updates one matching row and returns it. Only if the dialect supports RETURNING. */
  claim<R extends object>(table: ResolvedTable, claim: CheckedClaim): CachedStatement<ReadRow<R>>;
  /** Selects the id of a row that can be claimed, and locks it until the transaction ends. */
  lockClaim(table: ResolvedTable, claim: CheckedClaim): CachedStatement;
  increment(table: ResolvedTable, query: IncrementQuery): CachedStatement;
}

/** Inserts of more rows aren't cached, because each number of rows is a separate shape. */
const maxCachedRows = 8;

export function createStatementCache(dialect: Dialect, schema: Schema): StatementCache {
  const { get, uncached } = createShapeCache(dialect);
  const joinShape = createJoinShape();
  const read = { kind: "read", returns: "rows", readRow: null } as const;
  const write = { kind: "write", returns: false, readRow: null } as const;
  return {
    find<R extends object>(table: ResolvedTable, find: FindQuery) {
      return get(`find ${table.name} ${findShape(dialect, find, joinShape)}`, () => {
        const returns = find.query.limit === null ? "row" : "rows";
        return { ...buildFind<R>(dialect, schema, table, find), kind: "read", returns };
      });
    },
    count(table, find) {
      const shape = `count ${table.name} ${joinShape(find.query.join)}${whereShape(find.where)}`;
      return get(shape, () => ({ ...read, sql: buildCount(dialect, schema, table, find) }));
    },
    sum(table, query) {
      const shape = `sum ${table.name} ${query.column} ${query.groupBy}${whereShape(query.where)}`;
      return get(shape, () => ({ ...read, sql: buildSum(dialect, table, query) }));
    },
    lock<R extends object>(table: ResolvedTable) {
      return get(`lock ${table.name}`, () => {
        const projection = projectionOf(schema, table, "", undefined);
        const sql = buildLock(dialect, table, projection);
        return { ...read, sql, readRow: compileProjection<R>(dialect, projection) };
      });
    },
    selectForUpdate(table, where) {
      return get(`select for update ${table.name} ${whereShape(where)}`, () => ({
        ...read,
        sql: buildSelectForUpdate(dialect, table, whereClause(dialect, table, where)),
      }));
    },
    insert(table, query) {
      const build = () => ({ ...write, sql: buildInsert(dialect, table, query) });
      if (query.rows.length > maxCachedRows) return uncached(build());
      return get(`insert ${table.name} ${query.columns.join()} ${query.rows.length}`, build);
    },
    insertIf(table, query, condition) {
      const { exists, table: other, where } = condition;
      const shape = `insert ${table.name} ${query.columns.join()} ${exists} ${other.name} ${whereShape(where)}`;
      return get(shape, () => ({ ...write, sql: buildInsertIf(dialect, table, query, condition) }));
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
    consume<R extends object>(table: ResolvedTable, where: Alternatives) {
      return get(`consume ${table.name} ${whereShape(where)}`, () => {
        const projection = projectionOf(schema, table, "", undefined);
        const sql = buildTake(dialect, table, where, projection);
        return { sql, kind: "write", returns: "rows", readRow: compileProjection<R>(dialect, projection) };
      });
    },
    claim<R extends object>(table: ResolvedTable, claim: CheckedClaim) {
      return get(`claim ${table.name} ${setShape(claim.set)}${claimShape(claim)}`, () => {
        const projection = projectionOf(schema, table, "", undefined);
        const sql = buildClaim(dialect, schema, table, claim, projection);
        return { sql, kind: "write", returns: "rows", readRow: compileProjection<R>(dialect, projection) };
      });
    },
    lockClaim(table, claim) {
      return get(`lock claim ${table.name} ${claimShape(claim)}`, () => ({
        ...read,
        sql: buildSelectForUpdate(dialect, table, claimClause(dialect, schema, table, claim)),
      }));
    },
    increment(table, query) {
      const shape = `increment ${table.name} ${query.column}${query.by < 0 ? "-" : ""}${whereShape(query.where)}`;
      const result = dialect.supportsReturning ? ({ returns: "rows" } as const) : { returnsInsertId: true };
      return get(shape, () => ({ ...write, ...result, sql: buildIncrement(dialect, table, query) }));
    },
  };
}

function claimShape({ where, exists }: CheckedClaim): string {
  return `${whereShape(where)}${exists ? existsShape(exists) : ""}`;
}

/**
 * Setting a column and incrementing it are different shapes. A JSON value with an `increment` key adds a harmless extra
 * one.
 */
function setShape(set: Readonly<Record<string, unknown>>): string {
  let shape = "";
  for (const name in set) {
    const value = set[name];
    shape += typeof value === "object" && value !== null && "increment" in value ? `${name}+,` : `${name},`;
  }
  return shape;
}
