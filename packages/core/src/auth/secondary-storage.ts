/** Decides what an app keeps in its secondary storage. */

import { type RandomBytes, randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import type { Schema } from "../database/schema.ts";
import { type Copies, copyMarkTtl, createCopies } from "../database/storage/copies.ts";
import type { StorageOptions } from "../database/storage/routing.ts";
import { withStorage } from "../database/storage/with-storage.ts";
import type { RateLimitCounter } from "../kernel/counter.ts";
import type { Logger } from "../kernel/log.ts";
import type { Settings } from "../kernel/settings.ts";
import { secondaryStorageCounter } from "../rate-limits/secondary-storage.ts";
import { sessionTable } from "../tables/session.ts";
import { tokenTable } from "../tables/token.ts";
import { userTable } from "../tables/user.ts";
import type { AuthOptions } from "./options.ts";

/** What the kernel uses of the secondary storage. */
export interface SecondaryStorageSetup {
  /** Returns the database with the tables that are in the storage. */
  wrap(db: Adapter): Adapter;
  /** `null` if requests are counted elsewhere. */
  readonly counter: RateLimitCounter | null;
  /** `null` if no copies are stored. */
  readonly copies: Copies | null;
}

interface StorageDeps {
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly log: Logger;
}

/** @throws {Error} if a table can't be in the storage because another one refers to it */
export function setUpSecondaryStorage(
  { secondaryStorage: storage, session, verification }: AuthOptions,
  settings: Settings,
  schema: Schema,
  { now, random, log }: StorageDeps,
): SecondaryStorageSetup {
  if (!storage) return { wrap: (db) => db, counter: null, copies: null };
  const { storageCache } = settings.session;
  const maxAge = (storageCache?.maxAge ?? 0) * 1000;
  const options: StorageOptions = {
    storage,
    tables: [
      ...(session?.storeSessionInDatabase ? [] : [sessionTable.name]),
      ...(verification?.storeInDatabase ? [] : [tokenTable.name]),
    ],
    copiedTables: storageCache ? { [sessionTable.name]: ["token"], [userTable.name]: [] } : {},
    markTtl: copyMarkTtl(maxAge),
    pendingMarks: new Map(),
    now,
    newId: () => randomId(random),
    onError: (message, error) => log.error(message, { error }),
  };
  return {
    wrap: (db) => (options.tables.length > 0 || storageCache ? withStorage(db, options) : db),
    counter: settings.rateLimit.storage === "secondary-storage" ? secondaryStorageCounter(storage, log) : null,
    copies: storageCache ? createCopies(schema, options, maxAge) : null,
  };
}
