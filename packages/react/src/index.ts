/** The face of `@latchkey/react`. */

// All of the client's types: an app's declarations must be able to name them from this package alone.
export type * from "@latchkey/client";
export {
  type AnyApp,
  type AnyReactClient,
  AuthClientProvider,
  type AuthClientProviderProps,
  useAuthClient,
} from "./context.ts";
export {
  type AuthClient,
  createAuthClient,
  type ReactClient,
  type SessionHook,
  type StoreHooks,
} from "./create-client.ts";
