/** Declares tables as data: column types, tables, and extensions by plugins. */

/**
 * The type of a column.
 *
 * - `string`: a key or short text, at most 255 characters, compared byte by byte on every database
 * - `text`: text of any length, never used in lookups
 * - `number`: a whole number within `Number.MAX_SAFE_INTEGER`
 * - `boolean`, `date` (a `Date` with millisecond precision)
 * - `json`: a plain value, stored as JSON text
 */
export type ColumnType = "string" | "text" | "number" | "boolean" | "date" | "json";

/** A column: how it's stored, and whether clients can set or see it. */
export interface Column {
  readonly type: ColumnType;
  /** Whether it can be `null`. Columns added to an existing table must be nullable or have a `default`. */
  readonly nullable?: boolean;
  readonly unique?: boolean;
  readonly index?: boolean;
  /** Value that the database uses if an insert omits the column. */
  readonly default?: string | number | boolean;
  readonly references?: ColumnReference;
  /** Whether clients can set it through endpoints that take this table's fields. Default: false. */
  readonly input?: boolean;
  /** Whether responses include it. Default: true for columns of plugins and apps; core's columns declare it. */
  readonly returned?: boolean;
  /**
   * Whether a change of this column runs table hooks. Use `false` for bookkeeping that changes often and that no one
   * has to react to. A write that also changes other columns runs them. Default: true.
   */
  readonly runsHooks?: boolean;
}

export interface ColumnReference {
  readonly table: string;
  readonly column: string;
  /** What happens to this row when the referenced row is deleted. Default: `cascade`. */
  readonly onDelete?: "cascade" | "set null" | "restrict";
}

/** Every row has a text `id` as its primary key. */
export interface Row {
  readonly id: string;
}

/** A table and the type of its rows. `R` exists only in the type. */
export interface Table<R extends object = Row> {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** Unique constraints on several columns. For a single column, use the column's `unique`. */
  readonly uniques?: readonly (readonly string[])[];
  /** Indexes on several columns. For a single column, use the column's `index`. */
  readonly indexes?: readonly (readonly string[])[];
  readonly $row?: R;
}

/** Columns that a plugin or an app adds to an existing table. */
export interface TableExtension {
  readonly extends: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly uniques?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
}

/** Input for `defineTable`: a column for each field of the row except `id`, which every table has. */
export interface TableDefinition<R extends Row> {
  readonly name: string;
  readonly columns: { readonly [K in Exclude<keyof R, "id">]-?: Column };
  readonly uniques?: readonly (readonly (keyof R & string)[])[];
  readonly indexes?: readonly (readonly (keyof R & string)[])[];
}

/** Declares a table with rows of type `R`. */
export function defineTable<R extends Row>(definition: TableDefinition<R>): Table<R> {
  return { ...definition, columns: { id: { type: "string" }, ...(definition.columns as Record<string, Column>) } };
}

/** Casts a row to the type of its table. */
export function rowAs<R>(row: object | null): R {
  return row as R;
}

/**
 * Casts a table that plugins have extended to rows of type `R`.
 *
 * @example const users: Table<UserRow & { username: string | null }> = widen(userTable);
 */
export function widen<R extends object>(table: Table<never> | { readonly name: string }): Table<R> {
  return table as Table<R>;
}
