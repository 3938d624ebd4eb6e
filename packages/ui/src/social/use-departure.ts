/** Leaving for a provider: at most one at a time, and busy until the page is gone. */

import type { ClientError } from "@latchkey/react";
import { useEffect, useRef, useState } from "react";

export interface Departure {
  /** Id of the provider that is being gone to. */
  readonly to: string | null;
  readonly error: ClientError | null;
  /** @param ask the call that answers with the provider's address; the client goes there by itself */
  start(id: string, ask: () => Promise<{ readonly error: ClientError | null }>): void;
}

export function useDeparture(): Departure {
  const [to, setTo] = useState<string | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  // State is a render behind: two quick presses would both see "nowhere".
  const leaving = useRef(false);
  useEffect(() => {
    // Back from the provider by the browser's button: the page is as it was left.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      leaving.current = false;
      setTo(null);
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  const go = async (id: string, ask: Parameters<Departure["start"]>[1]): Promise<void> => {
    leaving.current = true;
    setTo(id);
    setError(null);
    const result = await ask();
    if (!result.error) return;
    leaving.current = false;
    setTo(null);
    setError(result.error);
  };
  return { to, error, start: (id, ask) => (leaving.current ? undefined : void go(id, ask)) };
}
