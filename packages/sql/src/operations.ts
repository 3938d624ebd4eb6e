/** The adapter's operations on one connection. */

import {
  type Adapter,
  type AnyRow,
  type CheckedClaim,
  type Claim,
  checkClaim,
  checkCondition,
  checkPage,
  checkRow,
  checkSet,
  checkSum,
  checkValue,
  checkWhere,
  columnOf,
  type FindOne,
  type JoinCheck,
  type Joined,
  type Joins,
  type ResolvedTable,
  resolveOrder,
  type Schema,
  type StatementObserver,
  type Table,
  type Transaction,
  tableOf,
  toSafeSum,
  type Where,
} from "@latchkey/core/database";
import type { Connection, Result } from "./drivers/driver.ts";
import type { TranslateError } from "./errors.ts";
import { layoutOf } from "./layout.ts";
import { readParameters } from "./parameter.ts";
import type { FindQuery } from "./queries/select.ts";
import type { Send } from "./queries/shape-cache.ts";
import type { StatementCache } from "./queries/statement-cache.ts";
import type { Alternatives } from "./queries/where.ts";
import type { IncrementQuery, InsertIfQuery, InsertQuery } from "./queries/write.ts";
import type { ChooseIndexes } from "./substrings/search.ts";

/** What operations and migrations share. */
export interface Deps {
  readonly dialect: string;
  readonly schema: Schema;
  readonly checkJoins: JoinCheck;
  readonly statements: StatementCache;
  /** `null` if no column has an index that must be chosen. */
  readonly chooseIndexes: ChooseIndexes | null;
  readonly onStatement: StatementObserver | undefined;
  /** Whether UPDATE supports RETURNING. MySQL and MariaDB don't support it. */
  readonly updateReturns: boolean;
  /** Whether DELETE supports RETURNING. MariaDB supports it, but MySQL doesn't. */
  readonly deleteReturns: (connection: Connection) => boolean | Promise<boolean>;
  readonly translateError: TranslateError;
}

export type Operations = Omit<Transaction, "transaction" | "insertAtEnd" | "migrations">;

/** Maximum number of parameters in one INSERT. Databases allow 32,766 or 65,535. */
const maxParameters = 30_000;

/** What the operations of one connection share. */
interface Context extends Deps {
  readonly connection: Connection;
  readonly send: Send;
  /** Runs several statements as one. `null` inside a transaction. */
  readonly transaction: Adapter["transaction"] | null;
}

/** @param transaction runs several statements as one; `null` inside a transaction */
export function operations(deps: Deps, connection: Connection, transaction: Adapter["transaction"] | null): Operations {
  const context: Context = { ...deps, connection, transaction, send: sender(deps, connection) };
  return {
    dialect: deps.dialect,
    schema: deps.schema,
    ...reads(context),
    ...inserts(context),
    ...changes(context),
  };
}

function conditionOf(table: ResolvedTable, where: unknown): Alternatives {
  return checkWhere(table, where as Where<AnyRow>);
}

function reads(context: Context): Pick<Operations, "findOne" | "findMany" | "count" | "sum" | "lock"> {
  const { schema, checkJoins, chooseIndexes, statements, send } = context;
  return {
    async findOne<R extends object, const J extends Joins>(
      handle: Table<R>,
      { where, join, columns }: FindOne<R, J>,
    ): Promise<(R & Joined<J>) | null> {
      const table = tableOf(schema, handle);
      checkJoins(table, join);
      const found = { where: conditionOf(table, where), query: { join, columns, limit: null } };
      const cached = statements.find<R & Joined<J>>(table, found);
      const sent = send(table, cached, found);
      // Most session reads come through here. Without an await, SQLite's result needs no turn of the event loop.
      const [row] = (isPromise(sent) ? await sent : sent).rows;
      return row ? cached.readRow(row) : null;
    },
    findMany: async (handle, query) => {
      const table = tableOf(schema, handle);
      checkPage(query, resolveOrder(schema, table, query));
      checkJoins(table, query.join);
      const asked = { where: conditionOf(table, query.where), query };
      const found = chooseIndexes ? await chooseIndexes(send, table, asked) : asked;
      const cached = statements.find<never>(table, found);
      return (await send(table, cached, found)).rows.map(cached.readRow);
    },
    async count(handle, { where, join }) {
      const table = tableOf(schema, handle);
      checkJoins(table, join);
      const asked: FindQuery = { where: conditionOf(table, where), query: { limit: null, ...(join ? { join } : {}) } };
      const found = chooseIndexes ? await chooseIndexes(send, table, asked) : asked;
      const { rows } = await send(table, statements.count(table, found), found);
      return Number(rows[0]?.[0]);
    },
    async sum(handle, query) {
      const table = tableOf(schema, handle);
      checkSum(table, query);
      const where = conditionOf(table, query.where ?? {});
      const cached = statements.sum(table, { where, column: query.column, groupBy: query.groupBy });
      const { rows } = await send(table, cached, { where, query: { limit: null } });
      return rows.map(([group, sum]) => ({
        group: group as never,
        sum: toSafeSum(BigInt((sum as string | null) ?? 0)),
      }));
    },
    async lock<R extends object>(handle: Table<R>, id: string): Promise<R | null> {
      const table = tableOf(schema, handle);
      checkWhere(table, { id });
      const cached = statements.lock<R>(table);
      const [row] = (await send(table, cached, { id })).rows;
      return row ? cached.readRow(row) : null;
    },
  };
}

function inserts({
  schema,
  statements,
  send,
  transaction,
}: Context): Pick<Operations, "insert" | "insertMany" | "insertIf"> {
  const insertMany: Adapter["insertMany"] = async (handle, rows) => {
    if (rows.length === 0) return;
    const table = tableOf(schema, handle);
    const checked = rows.map((row) => withDefaults(table, checkRow(table, row)));
    const query = insertQuery(table, checked);
    const batchSize = Math.floor(maxParameters / query.columns.length);
    if (rows.length <= batchSize) {
      await send(table, statements.insert(table, query), query);
      return;
    }
    const inBatches = async (tx: Pick<Adapter, "insertMany">): Promise<void> => {
      for (let start = 0; start < rows.length; start += batchSize)
        await tx.insertMany(handle, rows.slice(start, start + batchSize));
    };
    await (transaction ? transaction(inBatches) : inBatches({ insertMany }));
  };
  return {
    insertMany,
    insert: (handle, row) => insertMany(handle, [row]),
    async insertIf(handle, row, given) {
      const table = tableOf(schema, handle);
      const query = insertQuery(table, [withDefaults(table, checkRow(table, row))]);
      const condition = checkCondition(schema, given);
      const cached = statements.insertIf(table, query, condition);
      return (await send(table, cached, { ...query, where: condition.where } satisfies InsertIfQuery)).changes > 0;
    },
  };
}

function changes(context: Context): Pick<Operations, "update" | "remove" | "consume" | "claim" | "increment"> {
  const { schema, statements, send, connection, transaction } = context;
  return {
    async update(handle, { where, set }) {
      const table = tableOf(schema, handle);
      const query = { where: conditionOf(table, where), set: checkSet(table, set) };
      if (Object.keys(query.set).length === 0) return 0;
      return (await send(table, statements.update(table, query), query)).changes;
    },
    async remove(handle, { where }) {
      const table = tableOf(schema, handle);
      const query = { where: conditionOf(table, where) };
      return (await send(table, statements.remove(table, query.where), query)).changes;
    },
    async consume<R extends object>(handle: Table<R>, { where }: { where: Where<R> }): Promise<R | null> {
      const table = tableOf(schema, handle);
      const query = { where: conditionOf(table, where) };
      if (await context.deleteReturns(connection)) {
        const cached = statements.consume<R>(table, query.where);
        const [row] = (await send(table, cached, query)).rows;
        return row ? cached.readRow(row) : null;
      }
      if (transaction) return transaction((tx) => tx.consume(handle, { where }));
      return selectThenDelete<R>(statements, send, table, query);
    },
    async claim<R extends object, C extends object>(handle: Table<R>, change: Claim<R, C>): Promise<R | null> {
      const table = tableOf(schema, handle);
      const query = checkClaim(schema, table, change);
      if (context.updateReturns) {
        const cached = statements.claim<R>(table, query);
        const [row] = (await send(table, cached, query)).rows;
        return row ? cached.readRow(row) : null;
      }
      if (transaction) return transaction((tx) => tx.claim(handle, change));
      return lockThenUpdate<R>(statements, send, table, query);
    },
    async increment(handle, { where, column, by = 1, atMost = Number.MAX_SAFE_INTEGER }) {
      const table = tableOf(schema, handle);
      for (const amount of [by, atMost]) checkValue(table, column, columnOf(table, column), amount);
      const query: IncrementQuery = { where: conditionOf(table, where), column, by, atMost };
      const cached = statements.increment(table, query);
      const { rows, changes, insertId } = await send(table, cached, query);
      if (cached.statement.returns) return rows[0] ? Number(rows[0][0]) : null;
      return changes === 0 ? null : (insertId ?? null);
    },
  };
}

function sender({ onStatement, translateError }: Deps, connection: Connection): Send {
  return (table, { statement, parameters }, query) => {
    onStatement?.({ kind: statement.kind, table: table.name, text: statement.sql });
    const failed = (error: unknown): never => {
      throw translateError(error, table);
    };
    try {
      const sent = connection.run(statement, readParameters(parameters, query));
      return isPromise(sent) ? sent.then(undefined, failed) : sent;
    } catch (error) {
      return failed(error);
    }
  };
}

function isPromise(sent: Promise<Result> | Result): sent is Promise<Result> {
  return "then" in sent;
}

/** `consume` without DELETE … RETURNING: locks, reads, and deletes the row. Requires a transaction. */
async function selectThenDelete<R extends object>(
  statements: StatementCache,
  send: Send,
  table: ResolvedTable,
  query: { readonly where: Alternatives },
): Promise<R | null> {
  const [locked] = (await send(table, statements.selectForUpdate(table, query.where), query)).rows;
  if (!locked) return null;
  const found: FindQuery = { where: [{ id: locked[0] as string }], query: { limit: null } };
  const select = statements.find<R>(table, found);
  const [row] = (await send(table, select, found)).rows;
  await send(table, statements.remove(table, found.where), found);
  return row ? select.readRow(row) : null;
}

/** `claim` without UPDATE … RETURNING: locks, updates, and reads the row. Requires a transaction. */
async function lockThenUpdate<R extends object>(
  statements: StatementCache,
  send: Send,
  table: ResolvedTable,
  query: CheckedClaim,
): Promise<R | null> {
  const [locked] = (await send(table, statements.lockClaim(table, query), query)).rows;
  if (!locked) return null;
  const where = [{ id: locked[0] as string }];
  const update = { where, set: query.set };
  await send(table, statements.update(table, update), update);
  const found: FindQuery = { where, query: { limit: null } };
  const select = statements.find<R>(table, found);
  const [row] = (await send(table, select, found)).rows;
  return row ? select.readRow(row) : null;
}

/** Adds declared defaults, which tables that the app created may lack. */
function withDefaults(table: ResolvedTable, row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!layoutOf(table)) return row;
  const defaults: Record<string, unknown> = {};
  for (const name in table.columns) {
    const column = columnOf(table, name);
    if (column.default !== undefined) defaults[name] = column.default;
  }
  return { ...defaults, ...row };
}

/** Gives every row the same columns, so that one statement inserts them all. */
function insertQuery(table: ResolvedTable, rows: readonly Readonly<Record<string, unknown>>[]): InsertQuery {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.every((row) => Object.keys(row).length === columns.length)) return { columns, rows };
  const absent = Object.fromEntries(columns.map((name) => [name, columnOf(table, name).default ?? null]));
  return { columns, rows: rows.map((row) => ({ ...absent, ...row })) };
}
