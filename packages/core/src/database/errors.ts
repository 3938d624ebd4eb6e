/** What an adapter can throw. Endpoints turn these into answers; nothing of them reaches a client. */

/** A row with these unique values is already there. Nothing was written. */
export class UniqueViolation extends Error {
  override readonly name = "UniqueViolation";
  readonly table: string;
  /** The columns of the constraint that refused, in the order in which it declares them. */
  readonly columns: readonly string[];

  constructor(table: string, columns: readonly string[], options?: ErrorOptions) {
    super(`${table}(${columns.join(", ")}) is already taken`, options);
    this.table = table;
    this.columns = columns;
  }
}

/** The row that a reference points to is not there (any more), or a row is still referred to. Nothing was written. */
export class ForeignKeyViolation extends Error {
  override readonly name = "ForeignKeyViolation";
  readonly table: string;

  constructor(table: string, options?: ErrorOptions) {
    super(`${table} refers to a row that does not exist, or is referred to`, options);
    this.table = table;
  }
}

/** The database cannot be reached, or did not answer in time. Whether the last write happened is not known. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";

  constructor(options?: ErrorOptions, message = "The database cannot be reached") {
    super(message, options);
  }
}

/** The secondary storage cannot be reached, or did not answer in time. Whether the last change happened is not known. */
export class StorageUnavailable extends DatabaseUnavailable {
  override readonly name = "StorageUnavailable";

  constructor(options?: ErrorOptions) {
    super(options, "The secondary storage cannot be reached");
  }
}

/** A value that this column cannot hold on every database: too long, a NUL byte, not a finite number. */
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

/** A database refused a new row for a reason that nobody foresaw: a trigger, a missing column, a full disk. */
export class InsertFailed extends Error {
  override readonly name = "InsertFailed";
  readonly table: string;

  constructor(table: string, options?: ErrorOptions) {
    super(`No row could be added to ${table}`, options);
    this.table = table;
  }
}

/** Whether an error is one that adapters are expected to throw. */
export function isExpectedFault(error: unknown): boolean {
  return [UniqueViolation, ForeignKeyViolation, DatabaseUnavailable, UnstorableValue, InsertFailed].some(
    (kind) => error instanceof kind,
  );
}

/**
 * Inserts, and says which table it was where that fails for an unforeseen reason.
 * @throws {InsertFailed} any other than an adapter's own errors
 */
export async function insertInto<T>(table: string, insert: Promise<T>): Promise<T> {
  try {
    return await insert;
  } catch (error) {
    // A hook around the insert may refuse with a code of its own.
    const isRefusal = error instanceof Error && error.name === "AuthError";
    throw isRefusal || isExpectedFault(error) ? error : new InsertFailed(table, { cause: error });
  }
}
