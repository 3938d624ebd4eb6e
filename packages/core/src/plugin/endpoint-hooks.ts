/** Which hooks run around an endpoint. */

import type { Endpoint } from "./endpoint.ts";
import type { EndpointHook } from "./plugin.ts";

/**
 * The hooks on this endpoint, in their order.
 * @param ids all of its names: a hook on one of them runs for the others too
 */
export function hooksFor(hooks: readonly EndpointHook[], endpoint: Endpoint, ids: readonly string[]): EndpointHook[] {
  return hooks.filter(({ on }) => ids.some((id) => (typeof on === "function" ? on(endpoint, id) : on.includes(id))));
}
