/** Email verification, as a feature. */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { presentUser } from "../../sessions/present.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import { findUser } from "../../users/store.ts";
import { type EmailLinkHandler, emailVerifiedKind, verificationMailKind } from "../../users/verification.ts";
import type { EmailVerificationCalls } from "./contract.ts";
import { sendVerificationErrors, verificationLinkErrors } from "./errors.ts";
import { createVerificationMailHandler } from "./mail.ts";
import type { EmailVerificationSettings } from "./options.ts";
import { sendVerificationEmail } from "./send.ts";
import { verificationLink } from "./verification-link.ts";
import { verifyEmail } from "./verify.ts";

/** @param otherLinks links of other features that `/verify-email` also opens */
export function emailVerificationFeature(
  settings: EmailVerificationSettings,
  otherLinks: readonly EmailLinkHandler[],
): Plugin {
  return definePlugin<Plugin<FeatureTypes<EmailVerificationCalls>>>({
    id: "email-verification",
    endpoints: {
      sendVerificationEmail: sendVerificationEmail(settings),
      verifyEmail: verifyEmail([verificationLink(settings), ...otherLinks], settings.confirmPage),
    },
    errors: { ...sendVerificationErrors, ...verificationLinkErrors },
    tokens: [emailVerificationToken],
    capabilities: (_, isCallable) => ({
      email: {
        verification:
          settings.sendVerification !== null && isCallable("sendVerificationEmail") && isCallable("verifyEmail"),
      },
    }),
    outbox: {
      [verificationMailKind]: createVerificationMailHandler(settings),
      async [emailVerifiedKind](payload, context) {
        const user = await findUser(context.db, (payload as { readonly userId: string }).userId);
        if (user) await settings.afterVerification?.(presentUser(context, user));
      },
    },
  });
}
