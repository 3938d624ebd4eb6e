/** Assembles the username plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, fail, findDecoyEmail, type RequestContext } from "@latchkey/core/plugin";
import { isUsernameAvailable } from "./availability.ts";
import type { UsernameCapabilities, UsernameTypes } from "./contract.ts";
import { usernameErrors } from "./errors.ts";
import { nameErrors, namesForNewUser, namesForUpdate, usernameIdentifier } from "./names.ts";
import { resolveUsername, type UsernameOptions } from "./options.ts";
import { signInUsername } from "./sign-in.ts";
import { usernameColumns } from "./tables.ts";

/** The plugin that `username` returns. */
export interface UsernamePlugin extends Plugin<UsernameTypes> {
  readonly id: "username";
}

/**
 * Adds unique, case-insensitive usernames that users can sign in with, using their password. Sign-up and update-user
 * accept `username` and `displayUsername`.
 *
 * @throws {Error} if an option is invalid
 */
export function username(options: UsernameOptions = {}): UsernamePlugin {
  const settings = resolveUsername(options);
  return definePlugin<UsernamePlugin>({
    id: "username",
    tables: [usernameColumns],
    endpoints: { signInUsername: signInUsername(settings), isUsernameAvailable: isUsernameAvailable(settings) },
    errors: usernameErrors,
    stageErrors: { signUp: nameErrors, updateUser: nameErrors },
    conflictErrors: { "user.username": "USERNAME_IS_ALREADY_TAKEN" },
    capabilities: (_, isCallable) => ({
      signIn: { username: isCallable("signInUsername") },
      plugin: { min: settings.minLength, max: settings.maxLength } satisfies UsernameCapabilities,
    }),
    identifiers: ({ username: name, displayUsername }) => [name, displayUsername],
    signInIdentifiers: ({ username: name }) => (typeof name === "string" ? [usernameIdentifier(name)] : []),
    async userInput(values, moment, context, user) {
      const named =
        moment === "create"
          ? await namesForNewUser(values, settings)
          : await namesForUpdate(values, user ?? {}, settings);
      await checkUnreserved(named.username, context);
      return named;
    },
  });
}

/**
 * Rejects a username that a decoy sign-up reserved. If it were still free, that would reveal that the sign-up's email
 * was taken. The owner of that email can have the name.
 */
async function checkUnreserved(username: unknown, context: RequestContext): Promise<void> {
  if (typeof username !== "string") return;
  const email = await findDecoyEmail(context, usernameIdentifier(username));
  const { user } = context as { readonly user?: { readonly email: string } };
  if (email !== null && email !== user?.email) fail(usernameErrors, "USERNAME_IS_ALREADY_TAKEN");
}
