/** Passes a client to components that don't import it, such as those of `@latchkey/ui`. */

import type { SessionSeed, StoreState } from "@latchkey/client";
import type { Session, SessionData, User } from "@latchkey/core";
import type { AppTypes } from "@latchkey/core/plugin";
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
} from "react";
import type { ReactClient } from "./types.ts";

/** An app with only core's types. */
export interface AnyApp extends AppTypes {
  readonly user: User;
  readonly session: Session;
  readonly newUser: object;
  readonly challenge: never;
  readonly plugins: readonly [];
}

/** A client of any app, with the members that every app has. */
export type AnyReactClient = ReactClient<AnyApp>;

/** Props for `AuthClientProvider`. */
export interface AuthClientProviderProps {
  /** A client from this package's `createAuthClient`. */
  readonly client: object;
  /**
   * The session that the server rendered the page with. `null` if no one is signed in. Components show it in the first
   * HTML, and the browser skips its first read. Pass the same value on the server and in the browser. If a later render
   * passes a different session, for example after a server action, the browser reads the session again.
   */
  readonly initialSession?: SessionSeed | null | undefined;
  readonly children?: ReactNode;
}

/** The value of `ClientContext`. */
export interface AuthClientContextValue {
  readonly client: AnyReactClient;
  /** The state that hooks return during server rendering and hydration. */
  readonly session: StoreState<SessionData> | undefined;
}

export const ClientContext: Context<AuthClientContextValue | null> = createContext<AuthClientContextValue | null>(null);

/** Provides a client to the components inside it. Hooks of an imported client work without it. */
export function AuthClientProvider({ client, initialSession, children }: AuthClientProviderProps): ReactElement {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial value matters
  const provided = useMemo<AuthClientContextValue>(() => {
    const known = client as AnyReactClient;
    return {
      client: known,
      session: initialSession === undefined ? undefined : known.$stores.session.seed(initialSession),
    };
  }, [client]);
  useServerSessionUpdates(client as AnyReactClient, initialSession);
  return createElement(ClientContext.Provider, { value: provided }, children);
}

/**
 * Reads the session again if the server's session differs from the client's, because either one can be newer. A
 * remounted provider skips this if the client already has the same session.
 */
function useServerSessionUpdates(client: AnyReactClient, session: SessionSeed | null | undefined): void {
  const text = JSON.stringify(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the content, not the object
  useEffect(() => {
    const store = client.$stores.session;
    if (text && JSON.stringify(store.seed(session as SessionSeed | null).data) !== JSON.stringify(store.get().data)) {
      void store.get().refetch();
    }
  }, [client, text]);
}

/**
 * Returns the client from the nearest `AuthClientProvider`. Pass its type to include what your plugins add:
 * `useAuthClient<typeof client>()`.
 * @throws {Error} if there is no `AuthClientProvider` around the component
 */
export function useAuthClient<C extends object = AnyReactClient>(): C {
  const provided = useContext(ClientContext);
  if (!provided) throw new Error("Wrap the component in <AuthClientProvider client={client}>.");
  return provided.client as object as C;
}
