/** Public exports of `@latchkey/breached-passwords`. */

export { type BreachedPasswordErrorCode, breachedPasswordErrors } from "./errors.ts";
export type { BreachedPasswordOptions } from "./options.ts";
export { type BreachedPasswordsPlugin, type BreachedPasswordsTypes, breachedPasswords } from "./plugin.ts";
