/** The face of `@latchkey/username`. */

export type {
  IsUsernameAvailableInput,
  SignedInByUsername,
  SignInUsernameInput,
  UsernameAvailability,
  UsernameCalls,
  UsernameClient,
  UsernameTypes,
} from "./contract.ts";
export { usernameErrors } from "./errors.ts";
export type { UsernameOptions } from "./options.ts";
export { type UsernamePlugin, username } from "./plugin.ts";
export { type UserWithName, usernameColumns } from "./tables.ts";
