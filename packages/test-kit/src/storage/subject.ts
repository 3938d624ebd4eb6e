/** Describes the storage under test to the conformance suite. */

import type { SecondaryStorage } from "@latchkey/core/database";

/** The storage under test. */
export interface StorageSubject {
  readonly name: string;
  /** Opens a fresh, empty storage. */
  open(): Promise<ConformanceStorage>;
  /** Shortest time that the storage keeps a value for, in milliseconds. Default: 50. */
  readonly shortestTtl?: number;
  /** Whether the storage has `increment`. Default: true. */
  readonly canCount?: boolean;
}

/** An open storage of that kind. */
export interface ConformanceStorage {
  readonly storage: SecondaryStorage;
  close(): Promise<void>;
  /** A second connection to the same content, as another process would have. Without it, `storage` is used for both. */
  again?(): Promise<SecondaryStorage>;
}
