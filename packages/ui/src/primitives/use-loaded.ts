/** Something that is read from the server when a part appears, and again when asked. */

import type { ClientError } from "@latchkey/react";
import { useCallback, useEffect, useRef, useState } from "react";

/** What is known of it. */
export interface Loaded<T> {
  /** Of the last answer that was good; kept while another one is on its way. */
  readonly data: T | null;
  readonly error: ClientError | null;
  readonly isPending: boolean;
  /** Reads it again; resolves once the answer is taken in. */
  reload(): Promise<void>;
}

type Outcome<T> = { readonly data: T; readonly error: null } | { readonly data: null; readonly error: ClientError };

/**
 * Reads once for each `key`; an answer that was overtaken is dropped, and what was known under another key forgotten.
 * @param key what is asked for, as a text; `null`: nothing yet
 * @param isSame whether what is known stays on show until the new answer: pages of one list
 */
export function useLoaded<T>(
  key: string | null,
  read: () => Promise<Outcome<T>>,
  isSame: (before: string, after: string) => boolean = never,
): Loaded<T> {
  const [state, setState] = useState<{ readonly key: string | null; readonly data: T | null }>({
    key: null,
    data: null,
  });
  const [error, setError] = useState<ClientError | null>(null);
  const [isPending, setPending] = useState(key !== null);
  const latest = useRef({ read, isSame });
  latest.current = { read, isSame };
  const loads = useRef(0);

  const load = useCallback(async (asked: string): Promise<void> => {
    loads.current++;
    const number = loads.current;
    setPending(true);
    const result = await latest.current.read();
    if (number !== loads.current) return;
    setPending(false);
    setError(result.error);
    if (result.error === null) setState({ key: asked, data: result.data });
  }, []);
  useEffect(() => {
    if (key === null) return;
    void load(key);
    return () => {
      loads.current++;
    };
  }, [key, load]);

  const isKnown = key !== null && state.key !== null && (state.key === key || isSame(state.key, key));
  return {
    data: isKnown ? state.data : null,
    error,
    isPending: isPending && key !== null,
    reload: () => (key === null ? Promise.resolve() : load(key)),
  };
}

const never = (): boolean => false;
