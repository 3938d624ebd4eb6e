/** Removes rows from a list before the server has responded. */

import type { ClientError } from "@latchkey/react";
import { useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";

/** The rows that were removed, and why others couldn't be. */
export interface EarlyRemoval {
  isRemoved(key: string): boolean;
  /** Why the last attempt to remove this row failed. */
  problemOf(key: string): string | undefined;
  /** Removes the row right away. If the call fails, the row reappears with the error. Returns whether it succeeded. */
  remove(key: string, send: () => Promise<{ readonly error: ClientError | null }>): Promise<boolean>;
}

/** Rows stay removed, so a list that was requested before the removal doesn't bring them back. */
export function useEarlyRemoval(): EarlyRemoval {
  const { texts } = useAuthUi();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const mark = (key: string, isRemoved: boolean): void =>
    setRemoved((before) => new Set(isRemoved ? [...before, key] : [...before].filter((one) => one !== key)));
  return {
    isRemoved: (key) => removed.has(key),
    problemOf: (key) => problems.get(key),
    async remove(key, send) {
      setProblems((before) => new Map([...before].filter(([one]) => one !== key)));
      mark(key, true);
      const { error } = await send();
      if (!error) return true;
      mark(key, false);
      setProblems((before) => new Map(before).set(key, errorText(texts, error)));
      return false;
    },
  };
}
