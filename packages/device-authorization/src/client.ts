/** The client plugin, `@latchkey/device-authorization/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { DeviceTypes } from "./contract.ts";

/**
 * Adds `device`, which users call to find, approve, and deny a device's request, and which devices call to request
 * access.
 */
export function deviceAuthorizationClient(): ClientPlugin<DeviceTypes> {
  return { id: "device-authorization", methods: { "/device/code": "POST" } };
}
