/** The client plugin, `@latchkey/device-authorization/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { DeviceTypes } from "./contract.ts";

/** Adds `device`, with which the user finds, approves, or denies a device's request, and with which a device asks. */
export function deviceAuthorizationClient(): ClientPlugin<DeviceTypes> {
  return { id: "device-authorization", methods: { "/device/code": "POST" } };
}
