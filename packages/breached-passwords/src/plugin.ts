/** Assembles the breached-passwords plugin. */

import type { Plugin } from "@latchkey/core";
import { normalizePassword } from "@latchkey/core/crypto";
import { definePlugin, fail, httpErrors, type PluginTypes, type RequestContext } from "@latchkey/core/plugin";
import { countBreaches } from "./count-breaches.ts";
import { type BreachedPasswordErrorCode, breachedPasswordErrors } from "./errors.ts";
import { type BreachedPasswordOptions, type BreachedPasswordSettings, resolveBreachedPasswords } from "./options.ts";

interface BreachedPasswordsStageErrors {
  readonly newPassword: BreachedPasswordErrorCode;
}

/** What the plugin adds to an app's types: the error code of calls that set a password. */
export interface BreachedPasswordsTypes extends PluginTypes {
  readonly stageCodes: BreachedPasswordsStageErrors;
}

/** The plugin that `breachedPasswords` returns. */
export interface BreachedPasswordsPlugin extends Plugin<BreachedPasswordsTypes> {
  readonly id: "breached-passwords";
}

/**
 * Rejects passwords known from breaches wherever one is set: at sign-up, change, and reset, by an admin, and on the
 * server. Runs before hashing, outside of any transaction. Sign-ins aren't checked, so users with an older password can
 * still sign in and change it.
 *
 * @throws {Error} if an option is invalid
 */
export function breachedPasswords(options: BreachedPasswordOptions = {}): BreachedPasswordsPlugin {
  const settings = resolveBreachedPasswords(options);
  return definePlugin<BreachedPasswordsPlugin>({
    id: "breached-passwords",
    errors: breachedPasswordErrors,
    stageErrors: { newPassword: breachedPasswordErrors },
    capabilities: () => ({ password: { checksBreaches: true } }),
    checkPassword: (password, context) => rejectBreachedPassword(context, settings, password),
  });
}

/**
 * @throws {AuthError} `PASSWORD_COMPROMISED`, or `SERVICE_UNAVAILABLE` if the service fails and `whenUnavailable` is
 * `refuse`
 */
async function rejectBreachedPassword(
  context: RequestContext,
  settings: BreachedPasswordSettings,
  password: string,
): Promise<void> {
  let count: number;
  try {
    // Check the normalized form, because that's the one that's hashed and that an attacker would have to guess.
    count = await countBreaches(context, settings, normalizePassword(password));
  } catch (error) {
    if (!settings.allowWhenUnavailable) fail(httpErrors, "SERVICE_UNAVAILABLE", { cause: error });
    context.log.warn("A password could not be checked for breaches and was accepted", { error });
    return;
  }
  if (count >= settings.minCount) fail(breachedPasswordErrors, "PASSWORD_COMPROMISED");
}
