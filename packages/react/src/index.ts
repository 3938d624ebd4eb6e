/** Public exports of `@latchkey/react`. */

// All types of the client. An app's declarations must be able to name them from this package alone.
export type * from "@latchkey/client";
export {
  type AnyApp,
  type AnyReactClient,
  AuthClientProvider,
  type AuthClientProviderProps,
  useAuthClient,
} from "./context.ts";
export { createAuthClient } from "./create-client.ts";
export type { AuthClient, ReactClient, SessionHook, StoreHooks } from "./types.ts";
