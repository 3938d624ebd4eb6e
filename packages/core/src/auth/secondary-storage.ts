/** Sets up what an app keeps in its secondary storage. */

import type { Adapter } from "../database/adapter.ts";
import type { SecondaryStorage } from "../database/secondary-storage.ts";
import type { RateLimitCounter } from "../kernel/counter.ts";
import type { Logger } from "../kernel/log.ts";
import type { SessionCopies } from "../kernel/session.ts";
import type { ModelFields, Settings } from "../kernel/settings.ts";
import { secondaryStorageCounter } from "../rate-limits/secondary-storage.ts";
import { createCopyStore } from "../sessions/cache/copy-store.ts";
import { withInvalidation } from "../sessions/cache/invalidation.ts";
import { sessionTable } from "../tables/session.ts";
import { userTable } from "../tables/user.ts";

/** The parts of the secondary storage that the kernel uses. */
export interface SecondaryStorageSetup {
  /** The database, which keeps the copies up to date if there are any. */
  readonly db: Adapter;
  /** `null` if requests are counted elsewhere. */
  readonly counter: RateLimitCounter | null;
  /** `null` if no copies are stored. */
  readonly copies: SessionCopies | null;
}

/** Columns that copies contain although responses don't. */
const hiddenCopiedColumns = { session: ["revision", "proofs", "remembered"], user: ["epoch"] } as const;

/** Connects the database to the storage's copies, and creates its counter. */
export function setUpSecondaryStorage(
  storage: SecondaryStorage | undefined,
  db: Adapter,
  { session: { storageCache }, rateLimit, fields }: Settings,
  { now, log }: { readonly now: () => Date; readonly log: Logger },
): SecondaryStorageSetup {
  if (!storage) return { db, counter: null, copies: null };
  const counter = rateLimit.storage === "secondary-storage" ? secondaryStorageCounter(storage, log) : null;
  if (!storageCache) return { db, counter, copies: null };
  const copies = createCopyStore(storage, db, { maxAge: storageCache.maxAge, log });
  const copied = {
    [sessionTable.name]: copiedColumns(fields.session, hiddenCopiedColumns.session),
    [userTable.name]: copiedColumns(fields.user, hiddenCopiedColumns.user),
  };
  return { db: withInvalidation(db, { copied, invalidate: copies.invalidate, now }), counter, copies };
}

function copiedColumns(fields: ModelFields[string], hidden: readonly string[]): ReadonlySet<string> {
  const returned = Object.keys(fields).filter((name) => fields[name]?.returned !== false);
  return new Set([...returned, ...hidden]);
}
