/** The client plugin, `@latchkey/device-authorization/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { DeviceTypes } from "./contract.ts";

/** Adds `device`. Users find, approve, and deny a device's request with it, and devices request access. */
export function deviceAuthorizationClient(): ClientPlugin<DeviceTypes> {
  return { id: "device-authorization", methods: { "/device/code": "POST" } };
}
