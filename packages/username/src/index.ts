/** Public exports of `@latchkey/username`. */

export type {
  IsUsernameAvailableInput,
  SignInUsernameInput,
  SignInUsernameResponse,
  UsernameAvailability,
  UsernameCalls,
  UsernameCapabilities,
  UsernameClient,
  UsernameInputFields,
  UsernameTypes,
} from "./contract.ts";
export { usernameErrors } from "./errors.ts";
export type { UsernameOptions } from "./options.ts";
export { type UsernamePlugin, username } from "./plugin.ts";
export { type UserWithUsername, usernameColumns } from "./tables.ts";
