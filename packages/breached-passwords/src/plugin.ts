/** The check for breached passwords, put together. */

import type { Plugin } from "@latchkey/core";
import { normalizePassword } from "@latchkey/core/crypto";
import { definePlugin, fail, httpErrors, type PluginTypes, type RequestContext } from "@latchkey/core/plugin";
import { type BreachedPasswordErrorCode, breachedPasswordErrors } from "./errors.ts";
import { type BreachedPasswordOptions, type BreachedPasswordSettings, resolveBreachedPasswords } from "./options.ts";
import { countBreaches } from "./range.ts";

interface BreachedPasswordsRefusals {
  readonly newPassword: BreachedPasswordErrorCode;
}

/** What the plugin adds to the types of an app: the code that setting a password can fail with. */
export interface BreachedPasswordsTypes extends PluginTypes {
  readonly refusals: BreachedPasswordsRefusals;
}

/** The plugin, as `breachedPasswords` makes it. */
export interface BreachedPasswordsPlugin extends Plugin<BreachedPasswordsTypes> {
  readonly id: "breached-passwords";
}

/**
 * Refuses passwords that are known from breaches, wherever one is set: sign-up, change, reset, by an admin, on the
 * server. Asked before hashing and outside of every transaction. Whoever signs in is not asked: their password may be
 * old, and a change is theirs to make.
 *
 * @throws {Error} an option that makes no sense
 */
export function breachedPasswords(options: BreachedPasswordOptions = {}): BreachedPasswordsPlugin {
  const settings = resolveBreachedPasswords(options);
  return definePlugin<BreachedPasswordsPlugin>({
    id: "breached-passwords",
    errors: breachedPasswordErrors,
    refusals: { newPassword: breachedPasswordErrors },
    checkPassword: (password, context) => refuseBreached(context, settings, password),
  });
}

/** @throws {AuthError} `PASSWORD_COMPROMISED`; `SERVICE_UNAVAILABLE` while the service fails and outages are refused */
async function refuseBreached(
  context: RequestContext,
  settings: BreachedPasswordSettings,
  password: string,
): Promise<void> {
  let count: number;
  try {
    // In the form in which it is hashed: that is the one that a guess has to meet.
    count = await countBreaches(context, settings, normalizePassword(password));
  } catch (error) {
    if (!settings.allowsOutage) fail(httpErrors, "SERVICE_UNAVAILABLE", { cause: error });
    context.log.warn("A password could not be checked for breaches: it was let pass", { error });
    return;
  }
  if (count >= settings.minCount) fail(breachedPasswordErrors, "PASSWORD_COMPROMISED");
}
