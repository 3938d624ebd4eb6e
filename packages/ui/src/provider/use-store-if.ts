/** Reads a store of the client only while it's wanted. */

import type { AuthStore, StoreState } from "@latchkey/react";
import { useSyncExternalStore } from "react";

/** A store reads as soon as something listens, so this one isn't listened to until it's wanted. */
export function useStoreIf<T>(store: AuthStore<T>, isWanted: boolean): StoreState<T> {
  return useSyncExternalStore(isWanted ? store.listen : listenToNothing, store.get, store.get);
}

const listenToNothing = () => () => {};
