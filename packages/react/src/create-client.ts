/** `createAuthClient` with hooks. */

import {
  type AuthStore,
  type ClientOptions,
  type ClientPlugin,
  createAuthClient as createPlainClient,
  type StoreState,
} from "@latchkey/client";
import { useContext, useSyncExternalStore } from "react";
import { ClientContext } from "./context.ts";
import type { AuthClient } from "./types.ts";

/**
 * Creates a client with hooks. Every call resolves to `{ data, error }` and never throws. Create the client once and
 * export it.
 *
 * @example export const client = createAuthClient<typeof auth>(); // types from the server
 * @example export const client = createAuthClient({ plugins: [usernameClient()] }); // types from the client plugins
 */
export function createAuthClient<A = unknown, const P extends readonly ClientPlugin[] = readonly ClientPlugin[]>(
  options: ClientOptions<P> = {},
): AuthClient<A, P> {
  const client = createPlainClient(options as ClientOptions);
  const hooks = Object.entries<AuthStore<unknown>>(client.$stores).map(([name, store]) => [
    `use${name[0]?.toUpperCase()}${name.slice(1)}`,
    createStoreHook(store, client),
  ]);
  return Object.assign(client, Object.fromEntries(hooks)) as AuthClient<A, P>;
}

function createStoreHook<T>(
  store: AuthStore<T>,
  client: { readonly $stores: { readonly session: object } },
): () => StoreState<T> {
  // The state that a server renders. Hydration must start with the same state to match its HTML.
  const initial = store.get();
  return () => {
    const provided = useContext(ClientContext);
    const isSeeded = provided?.client === client && store === client.$stores.session;
    return useSyncExternalStore(
      store.listen,
      store.get,
      () => (isSeeded && (provided.session as StoreState<T> | undefined)) || initial,
    );
  };
}
