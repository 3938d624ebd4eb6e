/** A store for the response of one path. It reads on the first listener and stays fresh while it has listeners. */

import { atom } from "nanostores";
import { parseJson } from "./dates.ts";
import type { ClientError, Result } from "./result.ts";
import { runCallback } from "./run-callback.ts";
import { structuralShare } from "./structural-share.ts";
import { tabStorageKey } from "./tabs.ts";

/** The state of a store. `data` and each of its parts keep their identity as long as their content is the same. */
export interface StoreState<T> {
  readonly data: T | null;
  /**
   * Error of the last read, or `null`. A 401 clears `data`, and so does a 400 in a store that another call can empty,
   * such as the active member. Any other error keeps it.
   */
  readonly error: ClientError | null;
  /** Whether there is no data yet, or the previous data belonged to another user. */
  readonly isPending: boolean;
  /** Whether existing data is being read again. */
  readonly isRefetching: boolean;
  /** Reads now. Resolves once a response to a request sent after this call has been stored. */
  refetch(): Promise<void>;
}

/** A store that can be read and listened to. At run time it's a nanostores atom. */
export interface AuthStore<T> {
  /** The current state. Getting it doesn't read from the server. Listening does. */
  get(): StoreState<T>;
  /**
   * Calls the listener on each change. The first listener starts the store. It stops 1000 ms after the last one leaves.
   */
  listen(listener: (state: StoreState<T>) => void): () => void;
  /** Like `listen`, and also calls the listener immediately. */
  subscribe(listener: (state: StoreState<T>) => void): () => void;
  /**
   * Sets the data that the server rendered the page with, unless the store already has data. The first listener then
   * skips its read. On a server the store doesn't change, because requests can share it.
   *
   * @returns the state with this data
   */
  seed(data: object | null): StoreState<T>;
}

/** A store with the methods that the client uses to update it. */
export interface LiveStore<T> extends AuthStore<T> {
  /** Path of a call that empties the store if it returns `null`. */
  readonly emptiedBy?: string | undefined;
  /** Goes up each time earlier responses become outdated. */
  version(): number;
  /** Sets the data from a response. */
  setData(data: T | null): void;
  /** Clears the data and discards responses in flight, because a read would fail now. Reads nothing. */
  clear: () => void;
  /** Clears the data because it belonged to another user, then toggles. */
  reset(): void;
  /** Call when something changed on the server. Discards responses in flight and reads again after 10 ms. */
  toggle(): void;
}

export interface StoreOptions<T> {
  read(signal: AbortSignal): Promise<Result<unknown>>;
  /** Initial data. `undefined` means it isn't known yet. */
  readonly initial?: object | null | undefined;
  /** The store's `emptiedBy`. Another tab may have sent that call, so a read that gets a 400 empties the store, too. */
  readonly emptiedBy?: string | undefined;
  /** Milliseconds between reads while the store has listeners and the page is visible. Default: 0, never. */
  readonly interval?: number | undefined;
  /** Runs before the listeners do. */
  onData?(before: T | null, after: T | null): void;
}

/** Minimum time between two reads caused by window focus, in milliseconds. */
const focusThrottle = 5000;

/** Delay between a call that changes data and the read that follows it, in milliseconds. */
const toggleDelay = 10;

/** How long a store stays fresh after its last listener left, in milliseconds, so that it survives a page change. */
const stopDelay = 1000;

export function createStore<T>({ emptiedBy, read, initial, interval = 0, onData }: StoreOptions<T>): LiveStore<T> {
  let version = 0;
  /** Set while a read after a toggle is scheduled. */
  let toggleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the data came with the page, so the first listener doesn't need a read. */
  let isSeeded = initial !== undefined;

  const set = (change: Partial<StoreState<T>>): void => {
    const before = $state.value;
    const after = { ...before, ...change };
    const data = structuralShare(before.data, after.data);
    if (data !== before.data) onData?.(before.data, data);
    // Setting the state calls the listeners, and one of them can throw.
    runCallback(() => $state.set({ ...after, data }));
  };
  const applyResult = ({ data, error }: Result<T | null>): void =>
    // Only a 401 from the server ends a session. Network errors and rate limits don't.
    set({
      data: error && error.status !== 401 && (!emptiedBy || error.status !== 400) ? $state.value.data : data,
      error,
      isPending: false,
      isRefetching: false,
    });
  const [refetch, ensureRead, abort] = createReader(
    read,
    () => $state.value.isPending || set({ isRefetching: true }),
    applyResult,
  );
  /** `undefined` means that the data isn't known yet. */
  const stateOf = (data?: object | null): StoreState<T> => ({
    data: data ? (parseJson(JSON.stringify(data)) as T) : null,
    error: null,
    isPending: data === undefined,
    isRefetching: false,
    refetch,
  });
  const discard = (): void => {
    version++;
    abort();
  };
  const toggle = (): void => {
    discard();
    if (toggleTimer) return;
    toggleTimer = setTimeout(() => {
      toggleTimer = undefined;
      if (isWatching()) void refetch();
    }, toggleDelay);
  };
  const $state = atom(stateOf(initial)) as Atom<T>;
  const [watch, isWatching] = createWatch($state, () => {
    const stop = watchPage(interval, ensureRead, toggle);
    if (!isSeeded) ensureRead();
    isSeeded = false;
    return stop;
  });
  return Object.assign($state, {
    get: () => $state.value,
    // nanostores' own `subscribe` calls this as well.
    listen: watch,
    emptiedBy,
    version: () => version,
    setData: (data: T | null) => applyResult({ data, error: null }),
    clear: () => {
      discard();
      applyResult({ data: null, error: null });
    },
    reset: () => {
      set(stateOf());
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

/**
 * Sends one read at a time. Only the newest one has a result.
 * @returns functions that read now, read unless a read is pending, and abort the pending read
 */
function createReader<T>(
  read: StoreOptions<T>["read"],
  onRead: () => unknown,
  onResult: (result: Result<T | null>) => void,
): readonly [() => Promise<void>, () => unknown, () => void] {
  let pendingRead: PendingRead | undefined;
  const abort = (): void => {
    pendingRead?.abortController.abort();
    pendingRead = undefined;
  };
  const load = async (current: PendingRead): Promise<void> => {
    onRead();
    await null;
    current.isSent = true;
    const result = await read(current.abortController.signal);
    if (current !== pendingRead) return pendingRead?.done;
    pendingRead = undefined;
    onResult(result as Result<T | null>);
  };
  const refetch = (): Promise<void> => {
    if (typeof window === "undefined") return Promise.resolve();
    // Calls in the same tick share a request. One that was already sent can be too old for this call.
    if (pendingRead && !pendingRead.isSent) return pendingRead.done;
    abort();
    const current: PendingRead = { abortController: new AbortController(), isSent: false, done: Promise.resolve() };
    pendingRead = current;
    current.done = load(current);
    return current.done;
  };
  return [refetch, () => pendingRead ?? refetch(), abort];
}

/**
 * Starts something with the first listener, and stops it a while after the last one left.
 * @param start returns a function that stops it
 * @returns the store's `listen`, and whether it's started
 */
function createWatch<T>($state: Atom<T>, start: () => () => void): readonly [Atom<T>["listen"], () => boolean] {
  const { listen } = $state;
  let stopTimer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  const stopIfUnused = (): void => {
    if ($state.lc > 0) return;
    stop?.();
    stop = undefined;
  };
  const watch: Atom<T>["listen"] = (listener) => {
    if (typeof window !== "undefined") stop ??= start();
    clearTimeout(stopTimer);
    const leave = listen(listener);
    return () => {
      leave();
      clearTimeout(stopTimer);
      stopTimer = setTimeout(stopIfUnused, stopDelay);
    };
  };
  return [watch, () => !!stop];
}

/**
 * Calls `refresh` when the window gets focus or comes online, and at each interval while it's visible. Calls
 * `onTabChange` when another tab changes something. Returns a function that stops it.
 */
function watchPage(interval: number, refresh: () => void, onTabChange: () => void): () => void {
  const unmount = new AbortController();
  const on = (event: string, react: (event: Event) => void): void =>
    // `addEventListener` is missing in React Native.
    window.addEventListener?.(event, react, { signal: unmount.signal });
  let lastFocus = 0;
  const onFocus = (): void => {
    if (isHidden() || Date.now() - lastFocus < focusThrottle) return;
    lastFocus = Date.now();
    refresh();
  };
  on("focus", onFocus);
  on("visibilitychange", onFocus);
  on("online", refresh);
  on("storage", (event) => {
    if ((event as StorageEvent).key === tabStorageKey) onTabChange();
  });
  const poll = interval > 0 ? setInterval(() => isHidden() || refresh(), interval) : undefined;
  return () => {
    unmount.abort();
    clearInterval(poll);
  };
}

/** A read without a response yet. */
interface PendingRead {
  readonly abortController: AbortController;
  isSent: boolean;
  done: Promise<void>;
}

/** The parts of the nanostores atom that are used here. */
type Atom<T> = ReturnType<typeof atom<StoreState<T>>> & { readonly value: StoreState<T> };

/** `undefined` without a document, such as in React Native. */
function isHidden(): boolean | undefined {
  return globalThis.document?.hidden;
}
