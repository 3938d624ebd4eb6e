/** Reads a store of the client only while it's wanted. */

import type { AuthStore, StoreState } from "@latchkey/react";
import { useSyncExternalStore } from "react";

/** A store loads as soon as something listens to it, so this doesn't listen until the data is wanted. */
export function useStoreIf<T>(store: AuthStore<T>, isWanted: boolean): StoreState<T> {
  return useSyncExternalStore(isWanted ? store.listen : listenToNothing, store.get, store.get);
}

const listenToNothing = () => () => {};
