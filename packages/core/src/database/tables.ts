/** Tables as data: what a column may be, how a table is declared, how a plugin widens one that exists. */

/**
 * What a column holds.
 *
 * - `string`: a key or short text, at most 255 characters, compared byte by byte on every database
 * - `text`: text of any length, never looked up
 * - `number`: a whole number within `Number.MAX_SAFE_INTEGER`
 * - `boolean`, `date` (a `Date`, kept to the millisecond)
 * - `json`: a plain value, stored as JSON text
 */
export type ColumnType = "string" | "text" | "number" | "boolean" | "date" | "json";

/** One column: how it is stored, and whether the outside may set or see it. */
export interface Column {
  readonly type: ColumnType;
  /** May hold `null`. Columns added to an existing table must be nullable or have a `default`. */
  readonly nullable?: boolean;
  readonly unique?: boolean;
  readonly index?: boolean;
  /** Value the database fills in where an insert names none. */
  readonly default?: string | number | boolean;
  readonly references?: ColumnReference;
  /** Whether a client may set it through an endpoint that takes this table's fields. Default: no. */
  readonly input?: boolean;
  /** Whether answers carry it. Default: yes for columns that plugins and apps add, and as declared for core's own. */
  readonly returned?: boolean;
}

export interface ColumnReference {
  readonly table: string;
  readonly column: string;
  /** What happens to this row when the row it points to goes. Default: `cascade`. */
  readonly onDelete?: "cascade" | "set null" | "restrict";
}

/** Every row has a text `id`, its primary key. */
export interface Row {
  readonly id: string;
}

/** A table and the shape of its rows. `R` is carried in the type only. */
export interface Table<R extends object = Row> {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** Uniqueness over several columns. Over one: `unique` on the column. */
  readonly uniques?: readonly (readonly string[])[];
  /** Indexes over several columns. Over one: `index` on the column. */
  readonly indexes?: readonly (readonly string[])[];
  readonly $row?: R;
}

/** Columns that a plugin or an app adds to a table of somebody else. */
export interface TableExtension {
  readonly extends: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly uniques?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
}

/** What `defineTable` asks for: a column for each field of the row, but `id`, which every table has. */
export interface TableDeclaration<R extends Row> {
  readonly name: string;
  readonly columns: { readonly [K in Exclude<keyof R, "id">]-?: Column };
  readonly uniques?: readonly (readonly (keyof R & string)[])[];
  readonly indexes?: readonly (readonly (keyof R & string)[])[];
}

/** Declares a table whose rows are `R`. */
export function defineTable<R extends Row>(declaration: TableDeclaration<R>): Table<R> {
  return { ...declaration, columns: { id: { type: "string" }, ...(declaration.columns as Record<string, Column>) } };
}

/**
 * Tells the type of a table that plugins have widened: same table, rows of type `R`.
 *
 * @example const users: Table<UserRow & { username: string | null }> = widen(userTable);
 */
export function widen<R extends object>(table: Table<never> | { readonly name: string }): Table<R> {
  return table as Table<R>;
}
