/** Loads data from the server on mount, on demand, and when the connection is back. */

import type { ClientError } from "@latchkey/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { CallPaths } from "../provider/call-paths.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { onOnline } from "./online.ts";

/** The state of a query. */
export interface QueryState<T> {
  /** Data of the last successful response. It stays while new data loads. */
  readonly data: T | null;
  readonly error: ClientError | null;
  readonly isPending: boolean;
  /** Whether the server has turned the call off. Nothing is sent then, and the error is the server's `NOT_FOUND`. */
  readonly isOff: boolean;
  /** Loads the data again. Resolves once the response is stored. */
  reload(): Promise<void>;
}

type QueryResult<T> = { readonly data: T; readonly error: null } | { readonly data: null; readonly error: ClientError };

/**
 * Loads once for each key, if the server has the call. If the server couldn't be reached, loads again when the browser
 * is back online. Outdated responses are ignored, and data of another key is discarded.
 * @param path path of the call, or of all calls that `read` sends
 * @param wantedKey identifies the data. `null` loads nothing.
 * @param keepPrevious whether to show the previous data until the new data loads, for pages of one list
 */
export function useQuery<T>(
  path: CallPaths,
  wantedKey: string | null,
  read: () => Promise<QueryResult<T>>,
  keepPrevious: (before: string, after: string) => boolean = never,
): QueryState<T> {
  const canCall = useCanCall()(path);
  const isOff = canCall === false;
  const key = canCall ? wantedKey : null;
  const [state, setState] = useState<{ readonly key: string | null; readonly data: T | null }>({
    key: null,
    data: null,
  });
  const [error, setError] = useState<ClientError | null>(null);
  const [isPending, setPending] = useState(key !== null);
  const latest = useRef({ read, keepPrevious });
  latest.current = { read, keepPrevious };
  const latestLoad = useRef(0);

  const load = useCallback(async (requestedKey: string): Promise<void> => {
    latestLoad.current++;
    const number = latestLoad.current;
    setPending(true);
    const result = await readWithRetries(
      () => latest.current.read(),
      () => number === latestLoad.current,
    );
    if (number !== latestLoad.current) return;
    setPending(false);
    setError(result.error);
    if (result.error === null) setState({ key: requestedKey, data: result.data });
  }, []);
  useEffect(() => {
    if (key === null) return;
    void load(key);
    return () => {
      latestLoad.current++;
    };
  }, [key, load]);
  const isCutOff = error?.status === 0;
  useEffect(() => {
    if (key === null || !isCutOff) return;
    return onOnline(() => void load(key));
  }, [key, isCutOff, load]);

  const isKnown = key !== null && state.key !== null && (state.key === key || keepPrevious(state.key, key));
  return {
    data: isKnown ? state.data : null,
    error: isOff ? turnedOff : error,
    isPending: wantedKey !== null && (canCall === undefined || (isPending && key !== null)),
    isOff,
    reload: () => (key === null ? Promise.resolve() : load(key)),
  };
}

/** The server's error for a call that it has turned off. */
export const turnedOff: ClientError = { code: "NOT_FOUND", message: "", status: 404, statusText: "", details: {} };

const never = (): boolean => false;

/** Waits before the second and third attempt, in milliseconds. */
const retryDelays = [300, 900];

/** Reads again after a network or server error, which may be gone in a moment. Other errors would only repeat. */
async function readWithRetries<T>(
  read: () => Promise<QueryResult<T>>,
  isCurrent: () => boolean,
): Promise<QueryResult<T>> {
  for (const delay of retryDelays) {
    const result = await read();
    if (!result.error || !isTransient(result.error) || !isCurrent()) return result;
    await new Promise((done) => setTimeout(done, delay));
    if (!isCurrent()) return result;
  }
  return read();
}

const isTransient = ({ status }: ClientError): boolean => status === 0 || status >= 500;
