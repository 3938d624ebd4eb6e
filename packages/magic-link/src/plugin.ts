/** Assembles the magic link plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import type { MagicLinkCapabilities, MagicLinkTypes } from "./contract.ts";
import { magicLinkErrors } from "./errors.ts";
import { createMagicLinkMailHandler, magicLinkMailKind } from "./mail.ts";
import { type MagicLinkOptions, resolveMagicLink } from "./options.ts";
import { signInMagicLink } from "./sign-in.ts";
import { magicLinkToken } from "./token.ts";
import { magicLinkVerify } from "./verify.ts";

/** The plugin that `magicLink` returns. */
export interface MagicLinkPlugin extends Plugin<MagicLinkTypes> {
  readonly id: "magic-link";
}

/**
 * Signs users in with a link in an email. A link works once, and creates a user if no one has the email.
 *
 * @throws {Error} if an option is invalid
 */
export function magicLink(options: MagicLinkOptions): MagicLinkPlugin {
  const settings = resolveMagicLink(options);
  return definePlugin<MagicLinkPlugin>({
    id: "magic-link",
    endpoints: { signInMagicLink: signInMagicLink(settings), magicLinkVerify: magicLinkVerify(settings) },
    errors: magicLinkErrors,
    tokens: [magicLinkToken],
    outbox: { [magicLinkMailKind]: createMagicLinkMailHandler(settings) },
    capabilities(_, isCallable) {
      const isOffered = isCallable("signInMagicLink") && isCallable("magicLinkVerify");
      const { expiresIn, canSignUp } = settings;
      return {
        signIn: { magicLink: isOffered },
        signUpWays: isOffered && canSignUp ? ["magicLink"] : [],
        plugin: { expiresIn, signUp: canSignUp } satisfies MagicLinkCapabilities,
      };
    },
  });
}
