/**
 * The database, in a dozen operations, each with a promise about what happens when several callers race.
 * The conformance kit in `@latchkey/test-kit` holds every adapter to them.
 */

import type { Schema } from "./schema.ts";
import type { Row, Table } from "./tables.ts";

/** What an app passes as `database`: knows how to reach a database, not yet which tables there are. */
export interface DatabaseAdapter {
  /** For messages and for stating dialect-specific budgets: `memory`, `sqlite`, `postgres`, `mysql`, … */
  readonly dialect: string;
  /** Called once by `createAuth`, with all tables of core, plugins and app merged. Opens no connection. */
  connect(schema: Schema): Adapter;
}

/**
 * The database with its tables known.
 *
 * Values go in and come out as JavaScript values: `Date`, `boolean`, parsed JSON; absent columns are `null`.
 * Every operation throws {@link DatabaseUnavailable} when the database cannot be reached.
 */
export interface Adapter {
  readonly dialect: string;
  readonly schema: Schema;

  /**
   * Adds a row. Columns left out are `null` or the column's default.
   * @throws {UniqueViolation} a row with these unique values is there; nothing was written
   * @throws {ForeignKeyViolation} the row it refers to is not there; nothing was written
   */
  insert<R extends object>(table: Table<R>, row: Insert<R>): Promise<void>;

  /** Adds several rows in one statement: all or none. Throws as `insert`. */
  insertMany<R extends object>(table: Table<R>, rows: readonly Insert<R>[]): Promise<void>;

  /** The first row that matches, or `null`. Joined rows come in the same statement. */
  findOne<R extends object, const J extends Joins = {}>(
    table: Table<R>,
    query: FindOne<R, J>,
  ): Promise<(R & Joined<J>) | null>;

  /** The rows that match, in a stable order: by `orderBy`, nulls before all else, ties by `id`. */
  findMany<R extends object, const J extends Joins = {}>(
    table: Table<R>,
    query: FindMany<R, J>,
  ): Promise<(R & Joined<J>)[]>;

  count<R extends object>(table: Table<R>, query: { where?: Where<R>; join?: Joins }): Promise<number>;

  /**
   * Changes the rows that match and says how many. Put the state you expect into `where`: of racing callers that
   * expect the same state, one gets 1 and the others 0.
   * @throws {UniqueViolation} the new values are taken; nothing was changed
   */
  update<R extends object>(table: Table<R>, change: Update<R>): Promise<number>;

  /** Deletes the rows that match and says how many. Rows that refer to them go too, as their columns declare. */
  remove<R extends object>(table: Table<R>, query: { where: Where<R> }): Promise<number>;

  /**
   * Deletes the one row that matches and returns it; where several match, one of them. Of any number of racing callers,
   * one gets the row.
   */
  take<R extends object>(table: Table<R>, query: { where: Where<R> }): Promise<R | null>;

  /**
   * Adds `by` to a number column of the one row that matches (where several do, of one of them) and returns the new
   * value; `null` when no row matches or the new value would pass `atMost` or the safe range. `null` counts as zero.
   * Atomic: n callers that add 1 under `atMost: n` all get a different value, the next gets `null`.
   */
  increment<R extends object>(table: Table<R>, change: Increment<R>): Promise<number | null>;

  /**
   * Runs `work` in one transaction: all of it is stored, or, when it throws, none. Called on a transaction it joins
   * it. Deadlocks and serialization failures are retried a few times, so `work` must have no effect outside of `tx`.
   * Never await anything slow (hashing, network) inside.
   *
   * An operation on `tx` that throws spoils the transaction: nothing of it is stored, and it throws that same error,
   * even if `work` caught it. Where a taken value is to be answered by another way, catch outside.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;

  /** Compares the database with the tables it should have. Absent where there is nothing to migrate (memory). */
  readonly migrations?: Migrations;
}

/** An open transaction. Use it, not the adapter around it, until it ends. */
export interface Transaction extends Adapter {
  /**
   * Holds the row with this id until the transaction ends, others who lock or change it wait, and returns it as it is
   * now. Counting under the lock is how limits are kept. An id without a row locks nothing and returns `null`.
   */
  lock<R extends object>(table: Table<R>, id: string): Promise<R | null>;
}

/** A row as it is inserted: `id` and whatever has no default or `null` to fall back to. */
export type Insert<R> = { readonly [K in RequiredOnInsert<R>]: R[K] } & { readonly [K in keyof R]?: R[K] | undefined };
type RequiredOnInsert<R> = {
  [K in keyof R]-?: null extends R[K] ? never : undefined extends R[K] ? never : K;
}[keyof R];

/**
 * Columns and what they must be; all must hold. A value means equal, `null` means is null, an object is a
 * {@link Condition}. An `undefined` value throws: it would silently match everything.
 * A list of such objects matches where any one of them does: `{}` matches every row, an empty list none.
 *
 * A value of another type than the column's is refused with `UnstorableValue`, never converted.
 */
export type Where<R> = WhereAll<R> | readonly WhereAll<R>[];
export type WhereAll<R> = { readonly [K in keyof R]?: R[K] | Condition<R[K]> };

/**
 * A comparison on one column. Several keys in one condition must all hold. `null` differs from every value, so `ne` and
 * `notIn` match it; it is neither greater nor less than any. Text is ordered by its bytes.
 */
export interface Condition<V> {
  readonly ne?: V;
  readonly gt?: NonNullable<V>;
  readonly gte?: NonNullable<V>;
  readonly lt?: NonNullable<V>;
  readonly lte?: NonNullable<V>;
  readonly in?: readonly V[];
  readonly notIn?: readonly V[];
  /** Text begins with; answered from the index. */
  readonly startsWith?: string;
  /** Text ends with: reads every row. */
  readonly endsWith?: string;
  /** Text contains, ASCII letters in either case: reads every row. `%` and `_` mean themselves. */
  readonly contains?: string;
}

/** Rows of other tables to bring along, by the name they get in the result. */
export type Joins = Readonly<Record<string, Join>>;

/**
 * Another table's row that belongs to each row found. The columns in `on` must be unique in that table, so that at
 * most one row fits.
 */
export interface Join<R extends object = object> {
  readonly table: Table<R>;
  /** Column of the joined table → a column of the base table by name, or a fixed value. */
  readonly on: Readonly<Record<string, string | { readonly value: string | number | boolean }>>;
  /** Leave out base rows that have none. Default: they come with `null`. */
  readonly required?: boolean;
  /** Narrows the joined row further. */
  readonly where?: Where<R>;
  /** Only these columns, and always `id`. Default: all. */
  readonly columns?: readonly string[];
}

/** What joins add to each row found. */
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
  /** Only these columns. Default: all, by name. */
  readonly columns?: readonly (keyof R & string)[];
}

export interface FindMany<R, J extends Joins = {}> extends Omit<FindOne<R, J>, "where"> {
  readonly where?: Where<R>;
  readonly orderBy?: readonly Order<R>[];
  /** At most this many rows. Always given: a list without a bound is a bug. */
  readonly limit: number;
  readonly offset?: number;
  /**
   * Start behind this row: the last one seen, or of it the values of the `orderBy` columns and `id`. Cheaper than
   * `offset`, and does not slip when rows come and go.
   */
  readonly after?: Partial<R & Joined<NoInfer<J>>>;
}

export type Order<R> = OwnOrder<R> | JoinedOrder;

export interface OwnOrder<R> {
  readonly column: keyof R & string;
  readonly direction?: "asc" | "desc";
  readonly of?: undefined;
}

/** Order by a column of a joined row. */
export interface JoinedOrder {
  readonly column: string;
  readonly direction?: "asc" | "desc";
  /** Name of the join. */
  readonly of: string;
}

export interface Update<R> {
  readonly where: Where<R>;
  /** New values; `{ increment: n }` adds to a number column. Keys that are `undefined` are left alone. */
  readonly set: { readonly [K in keyof R]?: R[K] | { readonly increment: number } | undefined };
}

export interface Increment<R> {
  readonly where: Where<R>;
  readonly column: keyof R & string;
  readonly by?: number;
  readonly atMost?: number;
}

/** Brings a live database to the tables that the schema asks for. Only ever adds, unless it is asked to convert. */
export interface Migrations {
  /** What is missing, as statements in order. Reads only. */
  plan(options?: MigrationOptions): Promise<MigrationPlan>;
  /** Runs the plan. Safe to call from several processes at once. */
  migrate(options?: MigrationOptions): Promise<MigrationPlan>;
}

/** For tables that another library made. */
export interface MigrationOptions {
  /**
   * Changes what adding cannot mend where no value is lost by it: types and collations of columns, a NOT NULL in the way,
   * nulls where there is a default, references on SQLite. Default: no.
   */
  readonly convert?: boolean;
  /** With `convert`: tables that are renamed first and made anew, name → new name. One that is not there is left out. */
  readonly aside?: Readonly<Record<string, string>>;
}

export interface MigrationPlan {
  readonly statements: readonly string[];
  /** Differences that cannot be mended by adding, each with what to do. */
  readonly problems: readonly string[];
}

/** Told of every statement that is sent, for budgets and for the development console. */
export type StatementObserver = (statement: StatementInfo) => void;

export interface StatementInfo {
  readonly kind: "read" | "write" | "transaction";
  /** The base table; `null` for BEGIN, COMMIT and the like. */
  readonly table: string | null;
  readonly text: string;
}

/** Rows as adapters pass them about before a table gives them their type. */
export type AnyRow = Row & Record<string, unknown>;
