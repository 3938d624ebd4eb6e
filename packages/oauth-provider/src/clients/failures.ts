/** Remembers which clients' URLs couldn't be read, so that requests can't make this server fetch them over and over. */

import type { RequestContext } from "@latchkey/core/plugin";

/** How long a failure is remembered, in milliseconds. */
const memoryMs = 30_000;

/** Maximum number of failures that are remembered. The oldest are dropped first. */
const maxFailures = 1000;

interface Failure {
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The failures for one kind of URL, in this process. */
export interface Failures {
  /** Returns the message of a recent failure, or `null`. */
  get(url: string): string | null;
  add(url: string, message: string): void;
}

const cacheKeys = { document: Symbol("failed client documents"), keys: Symbol("failed client keys") } as const;

/** Returns the app's remembered failures. */
export function failuresOf({ appCache, now }: RequestContext, kind: keyof typeof cacheKeys): Failures {
  const key = cacheKeys[kind];
  const known = (appCache.get(key) ?? new Map()) as Map<string, Failure>;
  appCache.set(key, known);
  return {
    get(url) {
      const found = known.get(url);
      if (!found) return null;
      if (found.until > now().getTime()) return found.message;
      known.delete(url);
      return null;
    },
    add(url, message) {
      known.delete(url);
      known.set(url, { message, until: now().getTime() + memoryMs });
      const [oldest] = known.keys();
      if (known.size > maxFailures && oldest !== undefined) known.delete(oldest);
    },
  };
}
