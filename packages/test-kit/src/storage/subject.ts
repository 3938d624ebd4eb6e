/** What the conformance kit is told of the storage it judges. */

import type { SecondaryStorage } from "@latchkey/core/database";

/** The storage that is judged. */
export interface StorageSubject {
  readonly name: string;
  /** A fresh, empty storage. */
  open(): Promise<ConformanceStorage>;
}

/** A storage of that kind. */
export interface ConformanceStorage {
  readonly storage: SecondaryStorage;
  close(): Promise<void>;
  /** Another way to the same content, as a second process would have. Without it, `storage` stands for both. */
  again?(): Promise<SecondaryStorage>;
}
