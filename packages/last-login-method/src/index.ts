/** Public exports of `@latchkey/last-login-method`. */

export type { LastLoginMethodCapabilities, LastLoginMethodClient, LastLoginMethodTypes } from "./contract.ts";
export type { LastLoginMethodOptions } from "./options.ts";
export { type LastLoginMethodPlugin, lastLoginMethod } from "./plugin.ts";
