/** Which hooks stand around an endpoint. */

import type { Endpoint } from "./endpoint.ts";
import type { EndpointHook } from "./plugin.ts";

/** Those of the hooks that are on this endpoint, in their order. */
export function hooksFor(hooks: readonly EndpointHook[], endpoint: Endpoint, id: string): EndpointHook[] {
  return hooks.filter(({ on }) => (typeof on === "function" ? on(endpoint, id) : on.includes(id)));
}
