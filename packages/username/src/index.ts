/** The face of `@latchkey/username`. */

export type { UsernameApi, UsernameClientCalls, UsernameTypes } from "./api.ts";
export { usernameErrors } from "./errors.ts";
export type {
  IsUsernameAvailableInput,
  SignedInByUsername,
  SignInUsernameErrorCode,
  SignInUsernameInput,
  UsernameAvailability,
  UsernameErrorCode,
} from "./inputs.ts";
export type { UsernameOptions } from "./options.ts";
export { type UsernamePlugin, username } from "./plugin.ts";
export { type UserWithName, usernameColumns } from "./tables.ts";
