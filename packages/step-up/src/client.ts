/** The client plugin, `@latchkey/step-up/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { StepUpTypes } from "./contract.ts";

/** Adds `assurance`, `devices.list`, and `devices.forget` to a client that has no `typeof auth`. */
export function stepUpClient(): ClientPlugin<StepUpTypes> {
  return { id: "step-up", stores: { knownDevices: { path: "/devices/list" } } };
}
