/** The types of a client with hooks. */

import type { AppOfClient, Client, ClientPlugin, StoreState, StoresOf } from "@latchkey/client";
import type { SessionData } from "@latchkey/core";
import type { AppTypes, HasTypes } from "@latchkey/core/plugin";

/** The session hook. */
export interface SessionHook<U, S> {
  /**
   * The session, which stays up to date. All components share one request. On a server it's pending, and nothing is
   * read.
   */
  useSession(): StoreState<SessionData<U, S>>;
}

/** One hook for each store of an app's plugins, such as `useActiveOrganization` for `activeOrganization`. */
export type StoreHooks<Stores> = {
  readonly [K in keyof Stores & string as `use${Capitalize<K>}`]: () => StoreState<Stores[K]>;
};

/** A client with hooks. */
export type ReactClient<A extends AppTypes> = Client<A> &
  SessionHook<A["user"], A["session"]> &
  StoreHooks<StoresOf<A>>;

/** What `createAuthClient` returns, for exported clients that need a type annotation: `AuthClient<typeof auth>`. */
export type AuthClient<A = unknown, P extends readonly HasTypes[] = readonly ClientPlugin[]> = ReactClient<
  AppOfClient<A, P>
>;
