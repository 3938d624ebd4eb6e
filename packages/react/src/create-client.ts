/** `createAuthClient` with hooks. */

import {
  type AppOfClient,
  type AuthStore,
  type Client,
  type ClientOptions,
  type ClientPlugin,
  createAuthClient as createPlainClient,
  type StoreState,
  type StoresOf,
} from "@latchkey/client";
import type { SessionData } from "@latchkey/core";
import type { AppTypes, HasTypes } from "@latchkey/core/plugin";
import { useContext, useSyncExternalStore } from "react";
import { ClientContext } from "./context.ts";

/** The session's hook. */
export interface SessionHook<U, S> {
  /** The session: one request for all components, kept fresh. A server renders it as pending and reads nothing. */
  useSession(): StoreState<SessionData<U, S>>;
}

/** One hook for each store of an app's plugins: `activeOrganization` → `useActiveOrganization`. */
export type StoreHooks<Stores> = {
  readonly [K in keyof Stores & string as `use${Capitalize<K>}`]: () => StoreState<Stores[K]>;
};

/** A client with hooks. */
export type ReactClient<A extends AppTypes> = Client<A> &
  SessionHook<A["user"], A["session"]> &
  StoreHooks<StoresOf<A>>;

/** What `createAuthClient` returns: `AuthClient<typeof auth>`. For where an exported client must have its type written. */
export type AuthClient<A = unknown, P extends readonly HasTypes[] = readonly ClientPlugin[]> = ReactClient<
  AppOfClient<A, P>
>;

/**
 * Makes a client with hooks. Every call resolves to `{ data, error }` and never throws. Make it once, in a module.
 *
 * @example export const client = createAuthClient<typeof auth>(); // types from the server
 * @example export const client = createAuthClient({ plugins: [usernameClient()] }); // types from the client halves
 */
export function createAuthClient<A = unknown, const P extends readonly ClientPlugin[] = readonly ClientPlugin[]>(
  options: ClientOptions<P> = {},
): AuthClient<A, P> {
  const client = createPlainClient(options as ClientOptions);
  const hooks = Object.entries<AuthStore<unknown>>(client.$stores).map(([name, store]) => [
    `use${name[0]?.toUpperCase()}${name.slice(1)}`,
    hookOf(store, client),
  ]);
  return Object.assign(client, Object.fromEntries(hooks)) as AuthClient<A, P>;
}

function hookOf<T>(
  store: AuthStore<T>,
  client: { readonly $stores: { readonly session: object } },
): () => StoreState<T> {
  // What a server renders, and what the browser must begin with to match it.
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
