/**
 * Copies of sessions in the secondary storage, so that plain reads don't query the database. A change to the session or
 * its user removes them immediately. Changes made outside the library, such as a manual edit of a row, show when the
 * copy expires.
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
  /** The time from which a session read can become a copy, by the storage's clock. `null` if it can't. */
  readonly readAt: number | null;
}

/** Returns a copy of the session with this token hash. `null` if copies are off or the storage can't be reached. */
export async function readStorageCache(context: AuthContext, tokenHash: string): Promise<StorageCacheRead | null> {
  if (!context.copies) return null;
  try {
    const read = await context.copies.read(tokenHash);
    if (read.text === null) return { active: null, readAt: read.at };
    return { active: parseCopy(context, read.text, tokenHash), readAt: null };
  } catch {
    // Fall back to the database. That read fails if the problem matters.
    return null;
  }
}

/** Stores a copy for the next read. If this fails, the next read only costs a query. */
export async function writeStorageCache(context: AuthContext, active: ActiveSession, readAt: number): Promise<void> {
  const { copies, settings } = context;
  const maxAge = settings.session.storageCache?.maxAge;
  if (!copies || maxAge === undefined) return;
  const copy: StoredCopy = { ...toSessionCopy(context, active), until: context.now().getTime() + maxAge * 1000 };
  const { session, user } = active;
  await copies.write(session.token, JSON.stringify(copy), { session, user }, readAt).catch(() => {});
}

/** Checks the copy's expiry by the app's clock, whatever the storage's clock says. */
function parseCopy(context: AuthContext, text: string, tokenHash: string): ActiveSession | null {
  const { session, user, until } = JSON.parse(text) as StoredCopy;
  if (until <= context.now().getTime() || session.token !== tokenHash) return null;
  reviveCopy(context, { session, user });
  return { session, user };
}
