/**
 * The database interface. Each operation guarantees what happens when several callers race. The conformance tests in
 * `@latchkey/test-kit` check these guarantees for every adapter.
 */

import type { Schema } from "./schema.ts";
import type { Row, Table } from "./tables.ts";

/** What an app passes as `database`. It can reach a database but doesn't know the tables yet. */
export interface DatabaseAdapter {
  /** Used in messages and for dialect-specific budgets: `memory`, `sqlite`, `postgres`, `mysql`, … */
  readonly dialect: string;
  /** Called once by `createAuth`, with the merged tables of core, plugins, and the app. Opens no connection. */
  connect(schema: Schema): Adapter;
}

/**
 * The database with its tables.
 *
 * Values are JavaScript values in both directions: `Date`, `boolean`, parsed JSON. Absent columns are `null`. Every
 * operation throws {@link DatabaseUnavailable} if the database can't be reached.
 */
export interface Adapter {
  readonly dialect: string;
  readonly schema: Schema;

  /**
   * Inserts a row. Omitted columns get the column's default or `null`.
   *
   * @throws {UniqueViolation} if a row with these unique values exists. Nothing is written.
   * @throws {ForeignKeyViolation} if a referenced row doesn't exist. Nothing is written.
   */
  insert<R extends object>(table: Table<R>, row: Insert<R>): Promise<void>;

  /** Inserts several rows in one query, all or none. Throws the same errors as `insert`. */
  insertMany<R extends object>(table: Table<R>, rows: readonly Insert<R>[]): Promise<void>;

  /**
   * Inserts a row only if the condition holds, in one query, and returns whether it did. Throws the same errors as
   * `insert`.
   *
   * With `exists`, it locks the other row until the transaction ends, like `lock`, and checks the condition after other
   * transactions release that row. With `absent`, it sees what was committed before the query. Callers that race for
   * one row need a unique constraint or a lock as well.
   */
  insertIf<R extends object, C extends object>(
    table: Table<R>,
    row: Insert<R>,
    condition: InsertCondition<C>,
  ): Promise<boolean>;

  /** Returns the first row that matches, or `null`. Joined rows come in the same query. */
  findOne<R extends object, const J extends Joins = {}>(
    table: Table<R>,
    query: FindOne<R, J>,
  ): Promise<(R & Joined<J>) | null>;

  /** Returns the rows that match, in a stable order: by `orderBy` with nulls first, then by `id`. */
  findMany<R extends object, const J extends Joins = {}>(
    table: Table<R>,
    query: FindMany<R, J>,
  ): Promise<(R & Joined<J>)[]>;

  count<R extends object>(table: Table<R>, query: { where?: Where<R>; join?: Joins }): Promise<number>;

  /**
   * Adds up a number column of the rows that match, in one query. Returns a sum for each value of `groupBy`, in no
   * particular order. `null` counts as zero. Sums are exact.
   *
   * @throws {RangeError} if a sum is outside the safe range
   */
  sum<R extends object, const G extends TextColumns<R>>(table: Table<R>, query: Sum<R, G>): Promise<GroupSum<R[G]>[]>;

  /**
   * Updates the rows that match and returns their number. Put the expected state into `where`. Of several callers that
   * expect the same state, one gets 1 and the others get 0.
   *
   * @throws {UniqueViolation} if the new values are taken. Nothing is changed.
   */
  update<R extends object>(table: Table<R>, change: Update<R>): Promise<number>;

  /** Deletes the rows that match and returns their number. Rows that refer to them follow their column's `onDelete`. */
  remove<R extends object>(table: Table<R>, query: { where: Where<R> }): Promise<number>;

  /**
   * Deletes the row that matches and returns it. If several match, deletes one of them. Of any number of concurrent
   * callers, only one gets the row.
   */
  consume<R extends object>(table: Table<R>, query: { where: Where<R> }): Promise<R | null>;

  /**
   * Updates the row that matches, if the row named by `exists` exists as well, and returns it with its new values.
   * Otherwise returns `null`. If several match, updates one of them. Of callers that expect the same state, only one
   * gets the row. `exists` sees what was committed before the query, and doesn't lock the other row.
   *
   * @throws {UniqueViolation} if the new values are taken. Nothing is changed.
   */
  claim<R extends object, C extends object = never>(table: Table<R>, change: Claim<R, C>): Promise<R | null>;

  /**
   * Adds `by` to a number column of one row that matches and returns the new value. Returns `null` if no row matches,
   * or if the new value would exceed `atMost` or the safe range. `null` counts as zero. Atomic: n callers that add 1
   * with `atMost: n` all get different values, and the next one gets `null`.
   */
  increment<R extends object>(table: Table<R>, change: Increment<R>): Promise<number | null>;

  /**
   * Runs `work` in one transaction. If it throws, nothing is stored. On a transaction, this joins it. Deadlocks and
   * serialization failures are retried a few times, so `work` must have no effects outside `tx`. Never await anything
   * slow in it, such as hashing or network requests.
   *
   * If an operation on `tx` throws, the whole transaction fails with that error and nothing is stored, even if `work`
   * catches it. To handle a taken value, catch the error outside.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;

  /** Compares the database with the schema. Absent if there's nothing to migrate (memory). */
  readonly migrations?: Migrations;
}

/** An open transaction. Until it ends, use it instead of the adapter it came from. */
export interface Transaction extends Adapter {
  /**
   * Locks the row with this id until the transaction ends and returns its current state. Other callers that lock or
   * change it wait. Count under the lock to enforce limits. Returns `null` if the row doesn't exist, and then locks
   * nothing.
   */
  lock<R extends object>(table: Table<R>, id: string): Promise<R | null>;

  /**
   * Inserts a row right before the commit, together with all others of its table, in one query. For rows that nothing
   * in the transaction reads, such as the audit log. If the insert fails, the transaction fails. Throws once the commit
   * has begun.
   * @param row a function is called right before the commit, such as for a row with the time of the commit
   */
  insertAtEnd<R extends object>(table: Table<R>, row: RowAtEnd<R>): Promise<void>;
}

/** A row to insert at the end of a transaction, or a function that returns it at that point. */
export type RowAtEnd<R extends object> = Insert<R> | (() => Insert<R>);

/** A row to insert. Columns that are nullable or have a default can be omitted. `id` can't. */
export type Insert<R> = { readonly [K in RequiredOnInsert<R>]: R[K] } & { readonly [K in keyof R]?: R[K] | undefined };
type RequiredOnInsert<R> = {
  [K in keyof R]-?: null extends R[K] ? never : undefined extends R[K] ? never : K;
}[keyof R];

/** What must hold for `insertIf` to insert its row. */
export type InsertCondition<C extends object> =
  /** A row matches. `where` must contain all columns of a unique constraint, so that at most one can. */
  | { readonly exists: MatchingRows<C>; readonly absent?: undefined }
  /** No row matches. */
  | { readonly absent: MatchingRows<C>; readonly exists?: undefined };

/** The rows of a table that match. */
export interface MatchingRows<C extends object> {
  readonly table: Table<C>;
  readonly where: Where<C>;
}

/**
 * Columns and their required values. All must match. A value means equal, `null` means is null, and an object is a
 * {@link Condition}. An `undefined` value throws, because it would silently match everything. A list of such objects
 * matches if any of them does. `{}` matches every row, an empty list matches none.
 *
 * A value whose type isn't the column's throws `UnstorableValue` and is never converted.
 */
export type Where<R> = WhereAll<R> | readonly WhereAll<R>[];
export type WhereAll<R> = { readonly [K in keyof R]?: R[K] | Condition<R[K]> };

/**
 * A comparison with one column. If there are several keys, all must match. `null` differs from every value, so `ne` and
 * `notIn` match it. It's neither greater nor less than any value. Text is ordered by its bytes.
 */
export interface Condition<V> {
  readonly ne?: V;
  readonly gt?: NonNullable<V>;
  readonly gte?: NonNullable<V>;
  readonly lt?: NonNullable<V>;
  readonly lte?: NonNullable<V>;
  readonly in?: readonly V[];
  readonly notIn?: readonly V[];
  /** Text starts with this. Uses the index. */
  readonly startsWith?: string;
  /** Text ends with this. Reads every row. */
  readonly endsWith?: string;
  /**
   * Text contains this, ignoring the case of ASCII letters. `%` and `_` have no special meaning. Reads every row,
   * unless the adapter has an index for it.
   */
  readonly contains?: string;
}

/** Rows of other tables to include, by their name in the result. */
export type Joins = Readonly<Record<string, Join>>;

/**
 * Another table's row for each row found. The columns in `on` must be unique in that table, so that at most one row
 * matches.
 */
export interface Join<R extends object = object> {
  readonly table: Table<R>;
  /** Maps a column of the joined table to a column of the base table, or to a fixed value. */
  readonly on: Readonly<Record<string, string | { readonly value: string | number | boolean }>>;
  /** Whether to omit base rows without a joined row. Otherwise they come with `null`. Default: false. */
  readonly required?: boolean;
  /** Additional conditions for the joined row. */
  readonly where?: Where<R>;
  /** Columns to return, in addition to `id`. Default: all. */
  readonly columns?: readonly string[];
}

/** What joins add to each row. */
export type Joined<J extends Joins> = {
  [K in keyof J]: J[K] extends { readonly table: Table<infer R> }
    ? J[K] extends { readonly required: true }
      ? R
      : R | null
    : never;
};

export interface FindOne<R, J extends Joins = {}> {
  readonly where: Where<R>;
  readonly join?: J;
  /** Columns to return. Default: all. */
  readonly columns?: readonly (keyof R & string)[];
}

export interface FindMany<R, J extends Joins = {}> extends Omit<FindOne<R, J>, "where"> {
  readonly where?: Where<R>;
  readonly orderBy?: readonly Order<R>[];
  /** Maximum number of rows. Required, because a list without a limit is a bug. */
  readonly limit: number;
  readonly offset?: number;
  /**
   * Starts after this row: the last row seen, or its values of the `orderBy` columns and `id`. Cheaper than `offset`,
   * and doesn't skip or repeat rows when others are added or removed.
   */
  readonly after?: Partial<R & Joined<NoInfer<J>>>;
}

export type Order<R> = BaseOrder<R> | JoinedOrder;

export interface BaseOrder<R> {
  readonly column: keyof R & string;
  readonly direction?: "asc" | "desc";
  readonly joinName?: undefined;
}

/** Order by a column of a joined row. */
export interface JoinedOrder {
  readonly column: string;
  readonly direction?: "asc" | "desc";
  /** Name of the join. */
  readonly joinName: string;
}

/** The columns of a row that are text. */
export type TextColumns<R> = { [K in keyof R & string]: R[K] extends string | null ? K : never }[keyof R & string];

/** What `sum` adds up. */
export interface Sum<R, G extends keyof R> {
  /** A number column. */
  readonly column: keyof R & string;
  /** A text column. Values are compared by their bytes. */
  readonly groupBy: G;
  readonly where?: Where<R>;
}

/** The sum of the rows that have the same value in `groupBy`. */
export interface GroupSum<V> {
  readonly group: V;
  readonly sum: number;
}

export interface Update<R> {
  readonly where: Where<R>;
  /** New values. `{ increment: n }` adds to a number column. Keys that are `undefined` are ignored. */
  readonly set: { readonly [K in keyof R]?: R[K] | { readonly increment: number } | undefined };
}

/** What `claim` expects and changes. `set` needs at least one value. */
export interface Claim<R, C extends object = never> extends Update<R> {
  /** Another row that must exist, found like a joined row. */
  readonly exists?: Pick<Join<C>, "table" | "on" | "where">;
}

export interface Increment<R> {
  readonly where: Where<R>;
  readonly column: keyof R & string;
  readonly by?: number;
  readonly atMost?: number;
}

/** Migrates a live database to the schema. Only adds things, unless `convert` is set. */
export interface Migrations {
  /** Returns the missing changes as SQL statements in order. Only reads. */
  plan(options?: MigrationOptions): Promise<MigrationPlan>;
  /** Runs the plan. Safe to call from several processes concurrently. */
  migrate(options?: MigrationOptions): Promise<MigrationPlan>;
}

/** Options for tables that another library created. */
export interface MigrationOptions {
  /**
   * Whether to also fix what can't be fixed by adding, if no value is lost: types and collations of columns, unwanted
   * NOT NULL constraints, nulls in columns with a default, and references on SQLite. Default: false.
   */
  readonly convert?: boolean;
  /**
   * With `convert`: tables to rename first and then create again, from name to new name. Missing tables are skipped.
   */
  readonly aside?: Readonly<Record<string, string>>;
}

export interface MigrationPlan {
  readonly statements: readonly string[];
  /** Differences that can't be fixed by adding, each with its fix. */
  readonly problems: readonly string[];
}

/** Called for every query that is sent, for budgets and for the dev console. */
export type StatementObserver = (statement: StatementInfo) => void;

export interface StatementInfo {
  readonly kind: "read" | "write" | "transaction";
  /** The base table. `null` for BEGIN, COMMIT, and the like. */
  readonly table: string | null;
  readonly text: string;
}

/** A row of any table. */
export type AnyRow = Row & Record<string, unknown>;
