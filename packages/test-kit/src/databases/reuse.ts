/** Keeps a server's test databases for the next test, because creating their tables takes longer than most tests. */

import { expect } from "vitest";

/** How a kind of server manages its test databases, each identified by its URL. */
export interface Reusable {
  create(): Promise<string>;
  /** Removes the tables. */
  reset(url: string): Promise<void>;
  /** Removes the rows and keeps the tables. */
  clear(url: string): Promise<void>;
  drop(url: string): Promise<void>;
}

/** Lends databases to tests. */
export interface DatabasePool {
  /** @param keepsTables whether the tables of earlier tests in the same file may exist, without rows */
  take(keepsTables: boolean): Promise<string>;
  release(url: string, keepsTables: boolean): Promise<void>;
  /** Drops the databases that no test uses now. */
  dropIdle(): Promise<void>;
}

interface Idle {
  readonly url: string;
  /** The test file that created its tables, or `null` if it has no tables. */
  readonly file: string | null;
}

/** Databases are cleaned when a test returns them, so that a failure to clean one fails that test. */
export function databasePool({ create, reset, clear, drop }: Reusable): DatabasePool {
  const idle: Idle[] = [];
  const takeWhere = (matches: (database: Idle) => boolean): Idle | undefined => {
    const at = idle.findIndex(matches);
    return at < 0 ? undefined : idle.splice(at, 1)[0];
  };
  return {
    async take(keepsTables) {
      const file = keepsTables ? currentFile() : null;
      const match = takeWhere((database) => database.file === file) ?? takeWhere((database) => database.file === null);
      if (match) return match.url;
      const other = takeWhere(() => true);
      if (!other) return create();
      await reset(other.url);
      return other.url;
    },
    async release(url, keepsTables) {
      const file = keepsTables ? currentFile() : null;
      await (file === null ? reset(url) : clear(url));
      idle.push({ url, file });
    },
    async dropIdle() {
      for (const { url } of idle.splice(0)) await drop(url);
    },
  };
}

/** Returns `null` outside of a test. */
function currentFile(): string | null {
  return expect.getState().testPath ?? null;
}
