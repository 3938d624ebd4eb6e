/** Reads what the server offers. */

import { type Capabilities, type CapabilitiesClient, capabilitiesStore } from "@latchkey/client/capabilities";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { useSyncExternalStore } from "react";
import { useAuthUi } from "./context.ts";

/**
 * Returns what the server offers, such as its sign-in methods and password rules. `undefined` while it's loading, and
 * `null` for a server without `GET /capabilities`. All components share one request.
 */
export function useCapabilities(): Capabilities | null | undefined {
  const store = capabilitiesStore(useAuthClient<AnyReactClient & CapabilitiesClient>());
  const { capabilities: rendered } = useAuthUi();
  const current = useSyncExternalStore(store.listen, store.get, () => rendered);
  return current === undefined ? rendered : current;
}
