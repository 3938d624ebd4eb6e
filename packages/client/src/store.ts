/** What the server says at one path, as a store: read at the first listener, kept fresh while somebody listens. */

import { atom, onMount } from "nanostores";
import { attempt } from "./attempt.ts";
import { parseJson } from "./dates.ts";
import type { ClientError, Result } from "./result.ts";
import { keepSame } from "./sharing.ts";
import { tabKey, touchedPath } from "./tabs.ts";

/** What a store holds. `data` and each of its parts keep their identity as long as their content is the same. */
export interface StoreState<T> {
  readonly data: T | null;
  /** Of the last read. A 401 empties `data`; any other error leaves it. */
  readonly error: ClientError | null;
  /** Nothing is known yet, or what was known belonged to someone else. */
  readonly isPending: boolean;
  /** Something is known and is being read again. */
  readonly isRefetching: boolean;
  /** Reads now, and resolves when an answer that is newer than this call was taken in. */
  refetch(): Promise<void>;
}

/** A store to read from. At run time it is an atom of nanostores. */
export interface AuthStore<T> {
  /** The state as it is. Looking reads nothing from the server; listening does. */
  get(): StoreState<T>;
  /** Calls at each change. The first listener starts the store; 1000 ms after the last one left it rests. */
  listen(listener: (state: StoreState<T>) => void): () => void;
  /** As `listen`, and calls once at the beginning. */
  subscribe(listener: (state: StoreState<T>) => void): () => void;
  /**
   * Takes what a server knew when it rendered the page, unless something is known already: the first listener then
   * reads nothing. On a server it changes nothing, since the store may be shared by all requests there.
   *
   * @returns the state that shows it
   */
  seed(data: object | null): StoreState<T>;
}

/** A store as the client drives it. */
export interface LiveStore<T> extends AuthStore<T> {
  /** Counts what made earlier answers worthless. */
  version(): number;
  /** Takes in what an answer brought along. */
  put(data: T | null): void;
  /** Forgets everything, since it was about someone else, and toggles. */
  reset(): void;
  /** Something changed on the server: answers under way are worthless, and a read follows in 10 ms. */
  toggle(): void;
}

export interface StoreOptions<T> {
  read(signal: AbortSignal): Promise<Result<unknown>>;
  /** Known from the start. `undefined`: nothing. */
  readonly initial?: object | null | undefined;
  /** Milliseconds between reads while somebody listens and the page is visible; 0: never. */
  readonly interval?: number | undefined;
  /** Whether a successful call of a path changes what is read here. */
  isTouchedBy(path: string): boolean;
  /** Told before listeners are. */
  onData?(before: T | null, after: T | null): void;
}

/** Least time between two reads that the window's focus causes, in milliseconds. */
const focusPause = 5000;

/** Time from a call that changed something to the read that follows it, in milliseconds. */
const toggleDelay = 10;

export function createStore<T>({ read, initial, interval = 0, isTouchedBy, onData }: StoreOptions<T>): LiveStore<T> {
  let run: Run | undefined;
  let version = 0;
  /** A toggle's read is due. */
  let isDue = false;
  let isMounted = false;
  /** What is known came from the server with the page: the first listener need not ask again. */
  let isSeeded = initial !== undefined;

  const refetch = (): Promise<void> => {
    if (typeof window === "undefined") return Promise.resolve();
    // All who ask in one moment share a request; one that has left may be older than what is asked for now.
    if (run && !run.hasLeft) return run.done;
    run?.stop.abort();
    const own: Run = { stop: new AbortController(), hasLeft: false, done: Promise.resolve() };
    run = own;
    own.done = load(own);
    return own.done;
  };
  const load = async (own: Run): Promise<void> => {
    if (!$state.value.isPending) set({ isRefetching: true });
    await null;
    own.hasLeft = true;
    const result = await read(own.stop.signal);
    if (own !== run) return run?.done;
    run = undefined;
    take(result as Result<T | null>);
  };
  const join = (): void => void (run ?? refetch());
  const take = ({ data, error }: Result<T | null>): void =>
    // Only the server's word ends a session; a bad connection or a full bucket does not.
    set({
      data: error && error.status !== 401 ? $state.value.data : data,
      error,
      isPending: false,
      isRefetching: false,
    });
  const set = (change: Partial<StoreState<T>>): void => {
    const before = $state.value;
    const after = { ...before, ...change };
    const data = keepSame(before.data, after.data);
    if (data !== before.data) onData?.(before.data, data);
    // Listeners are called in here.
    attempt(() => $state.set({ ...after, data }));
  };
  const stateOf = (data: object | null | undefined): StoreState<T> => ({
    data: data ? (parseJson(JSON.stringify(data)) as T) : null,
    error: null,
    isPending: data === undefined,
    isRefetching: false,
    refetch,
  });
  const $state = atom(stateOf(initial)) as Atom<T>;

  // nanostores calls the returned function 1000 ms after the last listener left.
  onMount($state, () => {
    if (typeof window === "undefined") return;
    const unmount = new AbortController();
    const on = (event: string, react: (event: Event) => void): void =>
      // Missing in React Native.
      window.addEventListener?.(event, react, { signal: unmount.signal });
    let lastFocus = Number.NEGATIVE_INFINITY;
    const onFocus = (): void => {
      if (isHidden() || Date.now() - lastFocus < focusPause) return;
      lastFocus = Date.now();
      join();
    };
    on("focus", onFocus);
    on("visibilitychange", onFocus);
    on("online", join);
    on("storage", (event) => {
      const { key, newValue } = event as StorageEvent;
      if (key === tabKey && isTouchedBy(touchedPath(newValue))) toggle();
    });
    const poll = interval > 0 ? setInterval(() => isHidden() || join(), interval) : undefined;
    isMounted = true;
    if (!isSeeded) join();
    isSeeded = false;
    return () => {
      isMounted = false;
      unmount.abort();
      clearInterval(poll);
    };
  });
  const toggle = (): void => {
    version++;
    run?.stop.abort();
    run = undefined;
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      if (isMounted) void refetch();
    }, toggleDelay);
  };
  return Object.assign($state, {
    get: () => $state.value,
    version: () => version,
    put: (data: T | null) => take({ data, error: null }),
    reset: () => {
      set({ data: null, error: null, isPending: true, isRefetching: false });
      toggle();
    },
    toggle,
    seed: (data: object | null) => {
      const seeded = stateOf(data);
      if (typeof window !== "undefined" && $state.value.isPending) {
        $state.set(seeded);
        isSeeded = true;
      }
      return seeded;
    },
  });
}

/** A read under way. */
interface Run {
  readonly stop: AbortController;
  hasLeft: boolean;
  done: Promise<void>;
}

/** nanostores' atom, as far as it is used here. */
type Atom<T> = ReturnType<typeof atom<StoreState<T>>> & { readonly value: StoreState<T> };

function isHidden(): boolean {
  return globalThis.document?.visibilityState === "hidden";
}
