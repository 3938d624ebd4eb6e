/** The adapter's operations over one connection. */

import {
  type Adapter,
  type AnyRow,
  checkJoins,
  checkPage,
  checkRow,
  checkSet,
  checkValue,
  checkWhere,
  columnOf,
  type FindMany,
  fullOrder,
  type Joins,
  type ResolvedTable,
  type Schema,
  type StatementObserver,
  type Transaction,
  tableOf,
  type Where,
} from "../database/index.ts";
import type { Connection, Result } from "./driver.ts";
import type { Translate } from "./faults.ts";
import { layoutOf } from "./layout.ts";
import type { Catalogue } from "./queries/catalogue.ts";
import type { Find } from "./queries/select.ts";
import type { Kept } from "./queries/statements.ts";
import type { Alternatives } from "./queries/where.ts";
import type { IncrementQuery, InsertQuery } from "./queries/write.ts";
import { readSlots } from "./slot.ts";

export interface Means {
  readonly dialect: string;
  readonly schema: Schema;
  readonly catalogue: Catalogue;
  readonly tell: StatementObserver | undefined;
  /** Whether DELETE gives rows back, which MariaDB does and MySQL does not. */
  readonly deleteReturns: (connection: Connection) => boolean | Promise<boolean>;
  readonly translate: Translate;
}

export type Operations = Omit<Transaction, "transaction" | "migrations">;

/** Most values in one INSERT: databases take 32 766 or 65 535. */
const mostValues = 30_000;

/** @param transaction how to run several statements as one; `null`: this is a transaction already */
export function operations(
  means: Means,
  connection: Connection,
  transaction: Adapter["transaction"] | null,
): Operations {
  const { dialect, schema, catalogue } = means;
  const send = sender(means, connection);
  const whereOf = (table: ResolvedTable, where: unknown): Alternatives => checkWhere(table, where as Where<AnyRow>);

  const find = async (table: ResolvedTable, found: Find): Promise<Record<string, unknown>[]> => {
    checkJoins(schema, table, found.query.join);
    const kept = catalogue.find(table, found);
    return (await send(table, kept, found)).rows.map(kept.extra);
  };

  const insertMany: Adapter["insertMany"] = async (handle, rows) => {
    if (rows.length === 0) return;
    const table = tableOf(schema, handle);
    const checked = rows.map((row) => filled(table, checkRow(table, row)));
    const query = insertQuery(table, checked);
    const most = Math.floor(mostValues / query.columns.length);
    if (rows.length <= most) {
      await send(table, catalogue.insert(table, query), query);
      return;
    }
    const inParts = async (tx: Pick<Adapter, "insertMany">): Promise<void> => {
      for (let start = 0; start < rows.length; start += most)
        await tx.insertMany(handle, rows.slice(start, start + most));
    };
    await (transaction ? transaction(inParts) : inParts({ insertMany }));
  };

  return {
    dialect,
    schema,
    insertMany,
    insert: (handle, row) => insertMany(handle, [row]),
    async findOne(handle, { where, join, columns }) {
      const table = tableOf(schema, handle);
      const query = { limit: null, ...(join ? { join } : {}), ...(columns ? { columns } : {}) };
      const [row] = await find(table, { where: whereOf(table, where), query });
      return (row ?? null) as never;
    },
    async findMany(handle, query) {
      const table = tableOf(schema, handle);
      const found = { where: whereOf(table, query.where), query: query as unknown as FindMany<AnyRow, Joins> };
      checkPage(found.query, fullOrder(schema, table, found.query));
      return (await find(table, found)) as never;
    },
    async count(handle, { where, join }) {
      const table = tableOf(schema, handle);
      checkJoins(schema, table, join);
      const found: Find = { where: whereOf(table, where), query: { limit: null, ...(join ? { join } : {}) } };
      const { rows } = await send(table, catalogue.count(table, found), found);
      return Number(rows[0]?.[0]);
    },
    async update(handle, { where, set }) {
      const table = tableOf(schema, handle);
      const query = { where: whereOf(table, where), set: checkSet(table, set) };
      if (Object.keys(query.set).length === 0) return 0;
      return (await send(table, catalogue.update(table, query), query)).changes;
    },
    async remove(handle, { where }) {
      const table = tableOf(schema, handle);
      const query = { where: whereOf(table, where) };
      return (await send(table, catalogue.remove(table, query.where), query)).changes;
    },
    async take(handle, { where }) {
      const table = tableOf(schema, handle);
      const query = { where: whereOf(table, where) };
      if (await means.deleteReturns(connection)) {
        const kept = catalogue.take(table, query.where);
        const [row] = (await send(table, kept, query)).rows;
        return (row ? kept.extra(row) : null) as never;
      }
      if (transaction) return transaction((tx) => tx.take(handle, { where }));
      return (await takeHeld(catalogue, send, table, query)) as never;
    },
    async increment(handle, { where, column, by = 1, atMost = Number.MAX_SAFE_INTEGER }) {
      const table = tableOf(schema, handle);
      for (const amount of [by, atMost]) checkValue(table, column, columnOf(table, column), amount);
      const query: IncrementQuery = { where: whereOf(table, where), column, by, atMost };
      const kept = catalogue.increment(table, query);
      const { rows, changes, insertId } = await send(table, kept, query);
      if (kept.statement.returns) return rows[0] ? Number(rows[0][0]) : null;
      return changes === 0 ? null : (insertId ?? null);
    },
    async lock(handle, id) {
      const table = tableOf(schema, handle);
      checkWhere(table, { id });
      const kept = catalogue.lock(table);
      const [row] = (await send(table, kept, { id })).rows;
      return (row ? kept.extra(row) : null) as never;
    },
  };
}

type Send = (table: ResolvedTable, kept: Kept, query: unknown) => Promise<Result>;

function sender({ tell, translate }: Means, connection: Connection): Send {
  return async (table, { statement, slots }, query) => {
    tell?.({ kind: statement.kind, table: table.name, text: statement.sql });
    try {
      return await connection.run(statement, readSlots(slots, query));
    } catch (error) {
      throw translate(error, table);
    }
  };
}

/** Where DELETE gives nothing back: hold the row, read it, delete it. Needs a transaction. */
async function takeHeld(
  catalogue: Catalogue,
  send: Send,
  table: ResolvedTable,
  query: { readonly where: Alternatives },
): Promise<object | null> {
  const [held] = (await send(table, catalogue.hold(table, query.where), query)).rows;
  if (!held) return null;
  const found: Find = { where: [{ id: held[0] as string }], query: { limit: null } };
  const read = catalogue.find(table, found);
  const [row] = (await send(table, read, found)).rows;
  await send(table, catalogue.remove(table, found.where), found);
  return row ? read.extra(row) : null;
}

/** Tables that the app made need not have the declared defaults. */
function filled(table: ResolvedTable, row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!layoutOf(table)) return row;
  const defaults: Record<string, unknown> = {};
  for (const name in table.columns) {
    const column = columnOf(table, name);
    if (column.default !== undefined) defaults[name] = column.default;
  }
  return { ...defaults, ...row };
}

/** Every row with the same columns, so that one statement inserts them all. */
function insertQuery(table: ResolvedTable, rows: readonly Readonly<Record<string, unknown>>[]): InsertQuery {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.every((row) => Object.keys(row).length === columns.length)) return { columns, rows };
  const absent = Object.fromEntries(columns.map((name) => [name, columnOf(table, name).default ?? null]));
  return { columns, rows: rows.map((row) => ({ ...absent, ...row })) };
}
