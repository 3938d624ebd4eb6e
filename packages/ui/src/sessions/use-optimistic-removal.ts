/** Removes rows from a list optimistically, before the server has responded. */

import type { ClientError } from "@latchkey/react";
import { useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";

/** The rows that were removed, and why others couldn't be. */
export interface OptimisticRemoval {
  isRemoved(key: string): boolean;
  /** Why the last attempt to remove this row failed. */
  problemOf(key: string): string | undefined;
  /** Removes the row right away. If the call fails, the row reappears with the error. Returns whether it succeeded. */
  remove(key: string, send: () => Promise<{ readonly error: ClientError | null }>): Promise<boolean>;
}

/** Rows stay removed, so a list that was requested before the removal doesn't bring them back. */
export function useOptimisticRemoval(): OptimisticRemoval {
  const { texts } = useAuthUi();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const mark = (key: string, isRemoved: boolean): void =>
    setRemoved((previous) => new Set(isRemoved ? [...previous, key] : [...previous].filter((other) => other !== key)));
  return {
    isRemoved: (key) => removed.has(key),
    problemOf: (key) => problems.get(key),
    async remove(key, send) {
      setProblems((previous) => new Map([...previous].filter(([other]) => other !== key)));
      mark(key, true);
      const { error } = await send();
      if (!error) return true;
      mark(key, false);
      setProblems((previous) => new Map(previous).set(key, errorText(texts, error)));
      return false;
    },
  };
}
