/**
 * The copies of sessions in the secondary storage, each under its session's token hash. A change to the session or its
 * user replaces the copy with a tombstone, after the commit and before the response.
 *
 * A reader that loaded the old row can't bring it back. It only adds a copy if the key is empty, and gives up after
 * `fillWithinMs`, long before the tombstone expires. A copy that is added later anyway, for example because the process
 * was suspended, has expired by then: no tombstone lasts less than `maxAge`, and a copy's age counts from before its
 * row was read. If a tombstone is lost or can't be written, the copy is still rejected once it's `maxAge` old.
 */

import type { Adapter } from "../../database/adapter.ts";
import type { SecondaryStorage } from "../../database/secondary-storage.ts";
import type { Logger } from "../../kernel/log.ts";
import type { SessionCopies } from "../../kernel/session.ts";
import { type SessionRow, sessionTable } from "../../tables/session.ts";
import { matchingRows, pageSize, type Stale, sessions } from "./stale-rows.ts";

/** How long after the start of its read a row can still become a copy, in milliseconds. */
const fillWithinMs = 5000;
/** The shortest life of a tombstone: longer than `fillWithinMs` plus any command timeout. */
const minTombstoneMs = 60_000;
const tombstone = "changed";
/** Maximum number of changes to retry. If there are more, this process reads no copies until they have expired. */
const maxPending = 10_000;
/** How many tombstones are sent concurrently. */
const batchSize = 200;

/** Copies for readers and for writers. */
export interface CopyStore extends SessionCopies {
  /**
   * Replaces copies with tombstones. Never throws. Failed changes are retried before this process reads another copy.
   */
  invalidate(stale: Stale): Promise<void>;
}

/** @param db finds the sessions of changed users */
export function createCopyStore(
  storage: SecondaryStorage,
  db: Adapter,
  { maxAge, log }: { readonly maxAge: number; readonly log: Logger },
): CopyStore {
  const maxAgeMs = maxAge * 1000;
  const tombstoneMs = Math.max(minTombstoneMs, maxAgeMs);
  const writeTombstones = async (stale: Stale): Promise<void> => {
    const tokens = [...new Set([...stale.tokens, ...(await tokensOf(db, [...stale.userIds]))])];
    for (let from = 0; from < tokens.length; from += batchSize) {
      const batch = tokens.slice(from, from + batchSize);
      await Promise.all(batch.map((token) => storage.set(keyOf(token), tombstone, tombstoneMs)));
    }
  };
  const failedInvalidations = createRetry(writeTombstones, maxAgeMs);
  const owners = ownerColumns(db);
  return {
    async read(tokenHash) {
      await failedInvalidations.retry();
      const startedAt = performance.now();
      const text = await storage.get(keyOf(tokenHash));
      return text === tombstone ? { text: null, startedAt: null } : { text, startedAt };
    },
    async fill(session, text, startedAt) {
      const age = performance.now() - startedAt;
      if (age > fillWithinMs || age >= maxAgeMs || failedInvalidations.isPending()) return;
      if (owners.some((column) => (session[column] ?? null) !== null)) return;
      await storage.add(keyOf(session.token), text, Math.ceil(maxAgeMs - age));
    },
    async invalidate(stale) {
      try {
        await writeTombstones(stale);
      } catch (error) {
        if (!failedInvalidations.isPending())
          log.error("Copies of sessions are stale in other processes until they expire", { error });
        failedInvalidations.add(stale);
      }
    },
  };
}

function keyOf(tokenHash: string): string {
  return `session:${tokenHash}`;
}

/** Keeps changes that failed, and retries all of them together. */
function createRetry(writeTombstones: (stale: Stale) => Promise<void>, maxAgeMs: number) {
  let pending: (Stale & { readonly until: number }) | null = null;
  let overflowUntil = 0;
  let running: Promise<void> | null = null;
  const run = async (tried: Stale): Promise<void> => {
    await writeTombstones(tried);
    // Failures that were added meanwhile are in a new object, together with these.
    if (pending === tried) pending = null;
  };
  const isPending = (): boolean => {
    // Every copy from before the changes has expired.
    if (pending && pending.until <= performance.now()) pending = null;
    return pending !== null || performance.now() < overflowUntil;
  };
  return {
    isPending,
    add(stale: Stale): void {
      const until = performance.now() + maxAgeMs;
      const tokens = new Set([...(pending?.tokens ?? []), ...stale.tokens]);
      const userIds = new Set([...(pending?.userIds ?? []), ...stale.userIds]);
      if (tokens.size + userIds.size > maxPending) overflowUntil = until;
      else pending = { tokens, userIds, until };
    },
    /** @throws if changes are still pending */
    async retry(): Promise<void> {
      while (isPending()) {
        if (!pending || performance.now() < overflowUntil) throw new Error("Too many changes are pending.");
        running ??= run(pending).finally(() => {
          running = null;
        });
        await running;
      }
    },
  };
}

/** The tokens of all sessions of these users. */
async function tokensOf(db: Adapter, userIds: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (let from = 0; from < userIds.length; from += pageSize) {
    const where = { userId: { in: userIds.slice(from, from + pageSize) } };
    const rows = await matchingRows(db, sessions, where, ["id", "token"]);
    for (const { token } of rows) tokens.push(String(token));
  }
  return tokens;
}

/**
 * The columns through which a session is deleted along with a row that isn't its user, such as the session that an
 * impersonation was started from. Sessions with such a column are never copied.
 */
function ownerColumns({ schema }: Adapter): (keyof SessionRow)[] {
  const columns = Object.entries(schema.get(sessionTable.name)?.columns ?? {});
  const owners = columns.filter(
    ([name, { references }]) => references && name !== "userId" && (references.onDelete ?? "cascade") === "cascade",
  );
  return owners.map(([name]) => name as keyof SessionRow);
}
