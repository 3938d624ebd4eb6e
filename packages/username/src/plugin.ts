/** User names, put together. */

import { definePlugin, type Plugin } from "@latchkey/core";
import type { UsernameTypes } from "./api.ts";
import { isUsernameAvailable } from "./availability.ts";
import { usernameErrors } from "./errors.ts";
import { withNames } from "./names.ts";
import { resolveUsername, type UsernameOptions } from "./options.ts";
import { signInUsername } from "./sign-in.ts";
import { usernameColumns } from "./tables.ts";

/** What a name that somebody chooses can be refused for. */
const { USERNAME_TOO_SHORT, USERNAME_TOO_LONG, INVALID_USERNAME, USERNAME_IS_ALREADY_TAKEN } = usernameErrors;
const nameErrors = { USERNAME_TOO_SHORT, USERNAME_TOO_LONG, INVALID_USERNAME, USERNAME_IS_ALREADY_TAKEN };

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
    refusals: { signUp: nameErrors, updateUser: nameErrors },
    taken: { "user.username": "USERNAME_IS_ALREADY_TAKEN" },
    ownNames: ({ username: name, displayUsername }) => [name, displayUsername],
    userInput: (values, moment) => withNames(values, moment, settings),
  });
}
