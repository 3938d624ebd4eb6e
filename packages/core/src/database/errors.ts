/** Errors that adapters can throw. Endpoints turn them into responses; their details never reach a client. */

/** A row with these unique values already exists. Nothing was written. */
export class UniqueViolation extends Error {
  override readonly name = "UniqueViolation";
  readonly table: string;
  /** The columns of the violated constraint, in the order that it declares them. */
  readonly columns: readonly string[];

  constructor(table: string, columns: readonly string[], options?: ErrorOptions) {
    super(`${table}(${columns.join(", ")}) is already taken`, options);
    this.table = table;
    this.columns = columns;
  }
}

/** The referenced row doesn't exist, or the row is still referenced. Nothing was written. */
export class ForeignKeyViolation extends Error {
  override readonly name = "ForeignKeyViolation";
  readonly table: string;

  constructor(table: string, options?: ErrorOptions) {
    super(`A row in ${table} references a row that doesn't exist, or is still referenced`, options);
    this.table = table;
  }
}

/** The database couldn't be reached or didn't respond in time. The last write may or may not have happened. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(options?: ErrorOptions, message = "The database cannot be reached") {
    super(message, options);
  }
}

/** A value that not every database can store in this column: too long, a NUL byte, or not a finite number. */
export class UnstorableValue extends Error {
  override readonly name = "UnstorableValue";
  readonly table: string;
  readonly column: string;

  constructor(table: string, column: string, reason: string) {
    super(`${table}.${column}: ${reason}`);
    this.table = table;
    this.column = column;
  }
}

/** The database rejected a new row for an unexpected reason, such as a trigger, a missing column, or a full disk. */
export class InsertFailed extends Error {
  override readonly name = "InsertFailed";
  readonly table: string;

  constructor(table: string, options?: ErrorOptions) {
    super(`Couldn't insert a row into ${table}`, options);
    this.table = table;
  }
}

/** Whether it's one of the errors that adapters are expected to throw. */
export function isAdapterError(error: unknown): boolean {
  return [UniqueViolation, ForeignKeyViolation, DatabaseUnavailable, UnstorableValue, InsertFailed].some(
    (kind) => error instanceof kind,
  );
}

/**
 * Adds the table's name to unexpected errors of an insert.
 *
 * @throws {InsertFailed} for anything except an adapter's own errors and `AuthError`
 */
export async function withInsertErrors<T>(table: string, insert: Promise<T>): Promise<T> {
  try {
    return await insert;
  } catch (error) {
    // A hook around the insert can reject it with its own code.
    const isAuthError = error instanceof Error && error.name === "AuthError";
    throw isAuthError || isAdapterError(error) ? error : new InsertFailed(table, { cause: error });
  }
}
