/** Hands a client down to components that do not import it, such as those of `@latchkey/ui`. */

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
import type { ReactClient } from "./create-client.ts";

/** An app of which nothing is known but core. */
export interface AnyApp extends AppTypes {
  readonly user: User;
  readonly session: Session;
  readonly newUser: object;
  readonly challenge: never;
  readonly plugins: readonly [];
}

/** A client of any app, with what every app has. */
export type AnyReactClient = ReactClient<AnyApp>;

/** What `AuthClientProvider` takes. */
export interface AuthClientProviderProps {
  /** From `createAuthClient` of this package. */
  readonly client: object;
  /**
   * The session as the server that renders the page knows it (`null`: nobody). Components show it in the first HTML
   * already, and the browser reads nothing at first. Give the same value on both sides. Where a later render brings
   * another one, after a server action say, the browser asks who is signed in.
   */
  readonly initialSession?: SessionSeed | null | undefined;
  readonly children?: ReactNode;
}

/** What is handed down. */
export interface Provided {
  readonly client: AnyReactClient;
  /** What hooks show while a server renders, and while the browser takes its page over. */
  readonly session: StoreState<SessionData> | undefined;
}

export const ClientContext: Context<Provided | null> = createContext<Provided | null>(null);

/** Makes a client known to everything inside. Hooks of a client that is imported work without it. */
export function AuthClientProvider({ client, initialSession, children }: AuthClientProviderProps): ReactElement {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the page began with matters
  const provided = useMemo<Provided>(() => {
    const known = client as AnyReactClient;
    return {
      client: known,
      session: initialSession === undefined ? undefined : known.$stores.session.seed(initialSession),
    };
  }, [client]);
  useLaterSession(client as AnyReactClient, initialSession);
  return createElement(ClientContext.Provider, { value: provided }, children);
}

/**
 * What the server knows now may be what an action has changed, or older than what the client knows: asking tells. A
 * provider that is mounted anew finds a client that knows something already, and that what it brings did not change.
 */
function useLaterSession(client: AnyReactClient, session: SessionSeed | null | undefined): void {
  const text = JSON.stringify(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another content matters
  useEffect(() => {
    const store = client.$stores.session;
    if (text && JSON.stringify(store.seed(session as SessionSeed | null).data) !== JSON.stringify(store.get().data)) {
      void store.get().refetch();
    }
  }, [client, text]);
}

/**
 * The client that was handed down. Name its type to see what your plugins add: `useAuthClient<typeof client>()`.
 * @throws {Error} there is no `AuthClientProvider` around
 */
export function useAuthClient<C extends object = AnyReactClient>(): C {
  const provided = useContext(ClientContext);
  if (!provided) throw new Error("useAuthClient needs an <AuthClientProvider client={client}> around the component.");
  return provided.client as object as C;
}
