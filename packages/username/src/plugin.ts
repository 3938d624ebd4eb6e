/** User names, put together. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, fail, type RequestContext, reservingEmail } from "@latchkey/core/plugin";
import { isUsernameAvailable } from "./availability.ts";
import type { UsernameTypes } from "./contract.ts";
import { usernameErrors } from "./errors.ts";
import { changedNames, nameErrors, newNames, signInName } from "./names.ts";
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
    refusals: { signUp: nameErrors, updateUser: nameErrors },
    taken: { "user.username": "USERNAME_IS_ALREADY_TAKEN" },
    ownNames: ({ username: name, displayUsername }) => [name, displayUsername],
    signInNames: ({ username: name }) => (typeof name === "string" ? [signInName(name)] : []),
    async userInput(values, moment, context, user) {
      const named =
        moment === "create" ? await newNames(values, settings) : await changedNames(values, user ?? {}, settings);
      await checkUnreserved(named.username, context);
      return named;
    },
  });
}

/**
 * Refuses a name that was given in a refused sign-up: it would be taken if that one had succeeded. The owner of the address
 * that was given with it can have it.
 */
async function checkUnreserved(username: unknown, context: RequestContext): Promise<void> {
  if (typeof username !== "string") return;
  const email = await reservingEmail(context, signInName(username));
  const { user } = context as { readonly user?: { readonly email: string } };
  if (email !== null && email !== user?.email) fail(usernameErrors, "USERNAME_IS_ALREADY_TAKEN");
}
