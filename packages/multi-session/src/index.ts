/** Public exports of `@latchkey/multi-session`. */

export type {
  DeviceSessionInput,
  MultiSessionCalls,
  MultiSessionCapabilities,
  MultiSessionClient,
  MultiSessionTypes,
} from "./contract.ts";
export { multiSessionErrors } from "./errors.ts";
export type { MultiSessionOptions } from "./options.ts";
export { type MultiSessionPlugin, multiSession } from "./plugin.ts";
