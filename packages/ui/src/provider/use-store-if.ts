/** Reads a client store only while its data is needed. */

import type { AuthStore, StoreState } from "@latchkey/react";
import { useSyncExternalStore } from "react";

/** A store loads as soon as something listens to it, so this doesn't listen until the data is needed. */
export function useStoreIf<T>(store: AuthStore<T>, isNeeded: boolean): StoreState<T> {
  return useSyncExternalStore(isNeeded ? store.listen : listenToNothing, store.get, store.get);
}

const listenToNothing = () => () => {};
