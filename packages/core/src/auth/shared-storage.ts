/** What moves into the secondary storage of an app, decided once. */

import { type RandomBytes, randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import type { Schema } from "../database/schema.ts";
import { type Copies, createCopies, markForCopies } from "../database/storage/copies.ts";
import type { StorageOptions } from "../database/storage/routing.ts";
import { withStorage } from "../database/storage/with-storage.ts";
import type { RateLimitCounter } from "../plugin/counter.ts";
import type { Logger } from "../plugin/log.ts";
import type { Settings } from "../plugin/settings.ts";
import { sharedCounter } from "../rate-limits/shared.ts";
import { sessionTable } from "../sessions/table.ts";
import { tokenTable } from "../tokens/table.ts";
import { userTable } from "../users/table.ts";
import type { AuthOptions } from "./options.ts";

/** What the kernel uses of the storage. */
export interface SharedStorage {
  /** The database with the tables that live in the storage. */
  around(db: Adapter): Adapter;
  /** `null`: requests are counted elsewhere. */
  readonly counter: RateLimitCounter | null;
  /** `null`: no copies are kept. */
  readonly copies: Copies | null;
}

interface Kernel {
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly log: Logger;
}

/** @throws {Error} a table that cannot live in the storage, because another one refers to it */
export function sharedStorage(
  { secondaryStorage: storage, session, verification }: AuthOptions,
  settings: Settings,
  schema: Schema,
  { now, random, log }: Kernel,
): SharedStorage {
  if (!storage) return { around: (db) => db, counter: null, copies: null };
  const { storageCache } = settings.session;
  const maxAge = (storageCache?.maxAge ?? 0) * 1000;
  const options: StorageOptions = {
    storage,
    tables: [
      ...(session?.storeSessionInDatabase ? [] : [sessionTable.name]),
      ...(verification?.storeInDatabase ? [] : [tokenTable.name]),
    ],
    copied: storageCache ? { [sessionTable.name]: ["token"], [userTable.name]: [] } : {},
    markFor: markForCopies(maxAge),
    now,
    newId: () => randomId(random),
    onFault: (message, error) => log.error(message, { error }),
  };
  return {
    around: (db) => (options.tables.length > 0 || storageCache ? withStorage(db, options) : db),
    counter: settings.rateLimit.storage === "secondary-storage" ? sharedCounter(storage, log) : null,
    copies: storageCache ? createCopies(schema, options, maxAge) : null,
  };
}
