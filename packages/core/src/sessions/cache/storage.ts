/**
 * Reads and stores copies of sessions in the secondary storage, so that plain reads don't query the database. If the
 * storage fails, the session is read from the database.
 */

import type { AuthContext } from "../../kernel/context.ts";
import type { SessionCopy } from "../../kernel/session.ts";
import type { ActiveSession } from "../../tables/session.ts";
import { reviveCopy, toSessionCopy } from "./copy.ts";

/** A stored copy. `until` is in milliseconds since 1970, by the app's clock. */
interface StoredCopy extends SessionCopy {
  readonly until: number;
}

/** The result of looking for a copy. */
export interface StorageCacheRead {
  readonly active: ActiveSession | null;
  /** When the read began. `null` if the row from the database must not become a copy. */
  readonly readAt: ReadTime | null;
}

/** When a read began, before it queried the database. */
export interface ReadTime {
  /** In milliseconds by the monotonic clock, for `SessionCopies.fill`. */
  readonly monotonic: number;
  /**
   * In milliseconds since 1970 by the app's clock. Not derived from `monotonic` afterward, because the monotonic clock
   * can stop while the process is suspended. The copy would then live longer than allowed.
   */
  readonly wallClock: number;
}

/** Looks for a copy of the session with this token hash. Returns `null` if copies are off or the storage fails. */
export async function readStorageCache(context: AuthContext, tokenHash: string): Promise<StorageCacheRead | null> {
  if (!context.copies) return null;
  const wallClock = context.now().getTime();
  try {
    const read = await context.copies.read(tokenHash);
    if (read.text === null) {
      const { startedAt } = read;
      return { active: null, readAt: startedAt === null ? null : { monotonic: startedAt, wallClock } };
    }
    return { active: parseCopy(context, read.text, tokenHash), readAt: null };
  } catch {
    return null;
  }
}

/** Stores a copy for the next read. If this fails, the next read only costs a query. */
export async function writeStorageCache(context: AuthContext, active: ActiveSession, readAt: ReadTime): Promise<void> {
  const { copies, settings } = context;
  const maxAge = settings.session.storageCache?.maxAge;
  if (!copies || maxAge === undefined) return;
  const copy: StoredCopy = { ...toSessionCopy(context, active), until: readAt.wallClock + maxAge * 1000 };
  await copies.fill(active.session, JSON.stringify(copy), readAt.monotonic).catch(() => {});
}

/**
 * Returns `null` if the copy has expired by the app's clock, whatever the storage says, or if it isn't one that this
 * library wrote.
 */
function parseCopy(context: AuthContext, text: string, tokenHash: string): ActiveSession | null {
  const { session, user, until } = JSON.parse(text) as StoredCopy;
  if (until <= context.now().getTime() || session.token !== tokenHash) return null;
  reviveCopy(context, { session, user });
  return { session, user };
}
