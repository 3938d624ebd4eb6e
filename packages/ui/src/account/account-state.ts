/** Loads account data that the session doesn't include. */

import { type AnyReactClient, type ClientError, useAuthClient } from "@latchkey/react";
import { useEffect, useSyncExternalStore } from "react";
import { turnedOff } from "../primitives/use-query.ts";
import { useCanCall } from "../provider/use-can-call.ts";

type Reply = Awaited<ReturnType<AnyReactClient["accountState"]>>;

/** What the account has, such as a password or a pending email. Plugins add to it. */
export type AccountState = NonNullable<Reply["data"]>;

/** The account's state, and whether it's loaded. */
export interface AccountStateQuery {
  /** `null` until it's loaded, or if the server doesn't have the call. */
  readonly data: AccountState | null;
  readonly error: ClientError | null;
  readonly isPending: boolean;
  /** Loads it again. Resolves once the response is stored. */
  reload(): Promise<void>;
}

/** Returns the state of the signed-in user's account. All components share one request. */
export function useAccountState(): AccountStateQuery {
  const client = useAuthClient();
  const session = client.useSession();
  const store = storeOf(client);
  const state = useSyncExternalStore(store.listen, store.get, getPending);
  const user = session.data?.user;
  // Load it again after the email changes or is verified, because that ends a pending change.
  const key = user ? `${user.id} ${user.email} ${user.emailVerified}` : null;
  const canCall = useCanCall()("/account-state");
  useEffect(() => {
    if (canCall) store.show(key);
  }, [store, key, canCall]);
  return { ...(canCall === false ? off : state), reload: store.reload };
}

type State = Omit<AccountStateQuery, "reload">;

interface Store {
  get(): State;
  listen(listener: () => void): () => void;
  /** Loads the state of this user, unless the store already has it. */
  show(key: string | null): void;
  reload(): Promise<void>;
}

const pending: State = { data: null, error: null, isPending: true };
const off: State = { data: null, error: turnedOff, isPending: false };
const getPending = (): State => pending;
const stores = new WeakMap<object, Store>();

function storeOf(client: AnyReactClient): Store {
  const existing = stores.get(client);
  if (existing) return existing;
  const store = createStore(client);
  stores.set(client, store);
  return store;
}

function createStore(client: AnyReactClient): Store {
  const listeners = new Set<() => void>();
  let state = pending;
  let currentKey: string | null = null;
  let reads = 0;
  const set = (next: State): void => {
    state = next;
    for (const notify of listeners) notify();
  };
  const reload = async (): Promise<void> => {
    // No component needs the state, for example because the server turned the call off.
    if (currentKey === null) return;
    reads++;
    const thisRead = reads;
    const { data, error } = await client.accountState();
    // Ignore responses that a newer request has overtaken.
    if (thisRead === reads) set({ data: data ?? (error ? state.data : null), error, isPending: false });
  };
  return {
    get: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // The next page loads it again, because the account can change elsewhere.
        if (listeners.size === 0) currentKey = null;
      };
    },
    show(key) {
      if (key === currentKey) return;
      const isOtherUser = currentKey === null || key?.split(" ")[0] !== currentKey.split(" ")[0];
      currentKey = key;
      if (isOtherUser) set(pending);
      if (key !== null) void reload();
    },
    reload,
  };
}
