/** Assembles the one-time token plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, type PluginFunctions } from "@latchkey/core/plugin";
import { callerOrigin } from "./audience.ts";
import type { OneTimeTokenTypes } from "./contract.ts";
import { generateOneTimeToken, transferMethod, verifyOneTimeToken } from "./endpoints.ts";
import { oneTimeTokenErrors } from "./errors.ts";
import { type OneTimeTokenOptions, type OneTimeTokenSettings, resolveOneTimeToken } from "./options.ts";
import { sessionColumns } from "./tables.ts";
import { createOneTimeToken, usedOneTimeToken } from "./token.ts";

/** The plugin that `oneTimeToken` returns. */
export interface OneTimeTokenPlugin extends Plugin<OneTimeTokenTypes> {
  readonly id: "one-time-token";
}

/**
 * Signs a user in on another domain with a token that works once, for a minute, and on one origin only.
 *
 * @throws {Error} if an option is invalid
 */
export function oneTimeToken(options: OneTimeTokenOptions = {}): OneTimeTokenPlugin {
  const settings = resolveOneTimeToken(options);
  return definePlugin<OneTimeTokenPlugin>({
    id: "one-time-token",
    tables: [sessionColumns],
    endpoints: {
      generateOneTimeToken: generateOneTimeToken(settings),
      verifyOneTimeToken: verifyOneTimeToken(settings),
    },
    errors: oneTimeTokenErrors,
    tokens: [usedOneTimeToken],
    ...(settings.setsHeader ? { onSessionCreated: sendToken(settings) } : {}),
  });
}

/** Sends a token with every sign-in, for programs that open a browser afterward. */
function sendToken({ expiresIn }: OneTimeTokenSettings): NonNullable<PluginFunctions["onSessionCreated"]> {
  return (_, { attempt, session }, context) => {
    if (attempt.actorId !== null || attempt.method === transferMethod) return;
    const claims = { sessionId: session.id, audience: callerOrigin(context) };
    context.reply.setSuccessHeader("set-ott", createOneTimeToken(context, claims, expiresIn));
    context.reply.setSuccessHeader("access-control-expose-headers", "set-ott");
  };
}
