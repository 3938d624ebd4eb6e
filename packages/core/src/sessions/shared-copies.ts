/**
 * Copies of sessions in the secondary storage: plain reads take them without a statement on the database. A change of the
 * session or of its user drops them at once; one that the library does not make, such as a row that was edited by hand, is
 * seen when their time is over.
 */

import type { RequestContext } from "../plugin/context.ts";
import { type CopiedSession, copyOf, revive } from "./copy.ts";
import { isLive } from "./lifetime.ts";
import type { ActiveSession } from "./table.ts";
import { hashToken } from "./token.ts";

/** A copy as it is stored; `until` in milliseconds since 1970, by the app's clock. */
interface StoredCopy extends CopiedSession {
  readonly until: number;
}

/** What looking for a copy gave. */
export interface SharedRead {
  readonly active: ActiveSession | null;
  /** The moment from which on a read of the session can become a copy, by the storage's clock; `null`: it cannot. */
  readonly readAt: number | null;
}

/** A copy of the session with this token. `null`: there are no copies, or the storage cannot be had. */
export async function readShared(context: RequestContext, token: string): Promise<SharedRead | null> {
  if (!context.copies) return null;
  try {
    const read = await context.copies.read(hashToken(token));
    if (read.text === null) return { active: null, readAt: read.at };
    return { active: opened(context, read.text, token), readAt: null };
  } catch {
    // Whoever reads the session itself finds out whether that matters.
    return null;
  }
}

/** Keeps what was read for the next. What fails here costs the next read a statement. */
export async function keepShared(
  context: RequestContext,
  active: ActiveSession,
  token: string,
  readAt: number,
): Promise<void> {
  const { copies, settings } = context;
  const maxAge = settings.session.storageCache?.maxAge;
  if (!copies || maxAge === undefined) return;
  const copy: StoredCopy = { ...copyOf(context, active), until: context.now().getTime() + maxAge * 1000 };
  const { session, user } = active;
  await copies.keep(hashToken(token), JSON.stringify(copy), { session, user }, readAt).catch(() => {});
}

/** Good for its time by the app's clock, whatever the storage's says. */
function opened(context: RequestContext, text: string, token: string): ActiveSession | null {
  const copy = JSON.parse(text) as StoredCopy;
  if (copy.until <= context.now().getTime()) return null;
  revive(context, copy);
  const { session, user } = copy;
  return session.token === hashToken(token) && isLive(context, session) ? { session, user, joined: {} } : null;
}
