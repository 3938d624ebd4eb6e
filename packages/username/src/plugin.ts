/** User names, put together. */

import { definePlugin, type Plugin } from "@latchkey/core";
import type { UsernameTypes } from "./api.ts";
import { isUsernameAvailable } from "./availability.ts";
import { usernameErrors } from "./errors.ts";
import { withNames } from "./names.ts";
import { resolveUsername, type UsernameOptions } from "./options.ts";
import { signInUsername } from "./sign-in.ts";
import { usernameColumns } from "./tables.ts";

/** The plugin, as `username` makes it. */
export interface UsernamePlugin extends Plugin<UsernameTypes> {
  readonly id: "username";
}

/**
 * A name of one's own, unique whatever its case, to sign in by with the password. Sign-up and update-user take
 * `username` and `displayUsername`.
 *
 * @throws {Error} an option that makes no sense
 */
export function username(options: UsernameOptions = {}): UsernamePlugin {
  const settings = resolveUsername(options);
  return definePlugin<UsernamePlugin>({
    id: "username",
    tables: [usernameColumns],
    endpoints: { signInUsername: signInUsername(settings), isUsernameAvailable: isUsernameAvailable(settings) },
    errors: usernameErrors,
    taken: { "user.username": "USERNAME_IS_ALREADY_TAKEN" },
    userInput: (values, moment) => withNames(values, moment, settings),
  });
}
