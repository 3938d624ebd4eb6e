/**
 * A storage that the processes of an app share beside the database, such as Redis: rows with an end, counters, and
 * copies for reading. `storageConformance` in `@latchkey/test-kit` holds an implementation to these promises.
 */

/**
 * What an app passes as `secondaryStorage`.
 *
 * Every operation answers or fails within a bounded time, and throws `StorageUnavailable` where the storage cannot be had.
 * What changes something is one atomic step, but for marks, of which each is one. A step that failed may have happened, then
 * or later.
 */
export interface SecondaryStorage {
  /** For messages: `redis`, `memory`. */
  readonly name: string;

  /**
   * The rows under a key, in no order; one at most under an id or a unique key. Rows that have ended are left out, and so
   * is a row that an index of its own has lost: who looks by that index could not end it. Many rows may be read one after
   * another, each as it is then; none that is under the key all the while is left out.
   */
  find(table: string, key: RowKey): Promise<readonly StoredRow[]>;

  /**
   * Makes all of these changes, or none because one of them finds something else than it expects. Of racing callers that
   * expect the same text, one gets through. Each row occurs once.
   */
  write(changes: readonly RowChange[]): Promise<WriteOutcome>;

  /** Up to `most` rows of a table, whichever. Reads everything there is: for consoles and tests. */
  scan(table: string, most: number): Promise<readonly StoredRow[]>;

  /**
   * Adds one to a counter and answers the new value. A counter that is not there starts at zero.
   * @param ttl milliseconds from its start until it is gone
   */
  count(key: string, ttl: number): Promise<number>;

  /** A copy, if there is one and nothing that it shows has changed since it was read; else the storage's time. */
  readCopy(key: string): Promise<CopyRead>;

  /**
   * Keeps a copy, unless one of its subjects was marked as changed since `copy.readAt`, a later one is there, or it comes
   * more than {@link maxFillDelay} after that. Nor does it keep one that was read in the future: its clock went back, or another
   * server took over, and marks would seem to be from before. Answers whether it is kept.
   */
  fillCopy(key: string, copy: Copy): Promise<boolean>;

  /**
   * Marks subjects as changed now, by the storage's clock: copies that show them are removed, and none that was read before
   * is kept.
   * @param ttl milliseconds that the mark lasts: longer than any copy that was read before it
   */
  markChanged(subjects: readonly string[], ttl: number): Promise<void>;
}

/** Where to look for rows. The text of a unique key or an index names columns and values. */
export interface RowKey {
  readonly by: "id" | "unique" | "index";
  readonly key: string;
}

/** A row as it was written. */
export interface StoredRow {
  readonly id: string;
  readonly text: string;
}

/** What a row becomes, provided that it is as expected. */
export interface RowChange {
  readonly table: string;
  readonly id: string;
  /** The text that it must have; `null`: no such row may be there. */
  readonly expected: string | null;
  /** What it becomes; `null`: it goes; `same`: it stays, and is only looked at. */
  readonly next: SerializedRow | null | "same";
}

/** A row with everything that it is found by. */
export interface SerializedRow {
  readonly text: string;
  /** Keys that no other row may have. */
  readonly uniques: readonly string[];
  /** Keys that it shares with others. */
  readonly indexes: readonly string[];
  /** Milliseconds until it ends by itself; above zero. */
  readonly ttl: number;
}

/** What became of a batch of changes. Where it was not done, `at` is the change that was refused. */
export type WriteOutcome =
  | { readonly done: true }
  | {
      readonly done: false;
      readonly at: number;
      /** The unique key that another row has; `null`: the row itself was not as expected. */
      readonly taken: string | null;
    };

/** A text kept for readers. */
export interface Copy {
  readonly text: string;
  /** The storage's time before its content was read, from {@link CopyRead}. */
  readonly readAt: number;
  /** What it shows, as `markChanged` names it. */
  readonly subjects: readonly string[];
  /** Milliseconds that it lasts. */
  readonly ttl: number;
}

/** A copy, or when it was found missing: milliseconds by the storage's clock. */
export type CopyRead = { readonly text: string } | { readonly text: null; readonly at: number };

/** How long after its reading began a copy may still be kept, in milliseconds. */
export const maxFillDelay = 10_000;
