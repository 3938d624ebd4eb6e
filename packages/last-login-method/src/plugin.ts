/** Assembles the last login method plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, type RequestContext, type SignInAttempt } from "@latchkey/core/plugin";
import type { LastLoginMethodCapabilities, LastLoginMethodTypes } from "./contract.ts";
import { cookieName, methodCookie, methodCookieName } from "./cookie.ts";
import { type LastLoginMethodOptions, type LastLoginMethodSettings, resolveLastLoginMethod } from "./options.ts";

/** The plugin that `lastLoginMethod` returns. */
export interface LastLoginMethodPlugin extends Plugin<LastLoginMethodTypes> {
  readonly id: "last-login-method";
}

/**
 * Remembers in a cookie which method a browser signed in with last, so that the sign-in page can point to it. The
 * cookie holds the method only, never who used it.
 *
 * @throws {Error} if an option is invalid
 */
export function lastLoginMethod(options: LastLoginMethodOptions = {}): LastLoginMethodPlugin {
  const settings = resolveLastLoginMethod(options);
  const columns = { lastLoginMethod: { type: "string", nullable: true } } as const;
  return definePlugin<LastLoginMethodPlugin>({
    id: "last-login-method",
    tables: settings.storeInDatabase ? [{ extends: "user", columns }] : [],
    cookies: [methodCookieName],
    capabilities: (core) => ({
      plugin: { cookieName: cookieName(core, settings) } satisfies LastLoginMethodCapabilities,
    }),
    onSessionCreated: (_, { attempt }, context) => rememberMethod(context, settings, attempt),
  });
}

/** Runs where the session is created, so it covers every sign-in method. A second factor doesn't change the method. */
async function rememberMethod(
  context: RequestContext,
  settings: LastLoginMethodSettings,
  attempt: SignInAttempt,
): Promise<void> {
  const isOwnSignIn = attempt.actorId === null && attempt.provenFactors.length > 0;
  const method = methodName(attempt.method);
  // Guests, impersonations, and sessions from another domain prove nothing.
  if (!isOwnSignIn || !/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(method)) return;
  // Not sent if the request fails in the end.
  context.reply.setCookie(methodCookie(context.settings, settings), method, settings.maxAge);
  if (settings.storeInDatabase) await attempt.changeUser({ lastLoginMethod: method });
}

/** better-auth's client plugin, and pages built for it, compare with these names. */
function methodName(method: string): string {
  return method === "password" || method === "email-verification" ? "email" : method;
}
