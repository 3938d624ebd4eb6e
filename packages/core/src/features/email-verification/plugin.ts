/** Proving an address, as a feature. */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { presentUser } from "../../sessions/present.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import { findUser } from "../../users/store.ts";
import { type EmailLink, verificationMailKind, verifiedKind } from "../../users/verification.ts";
import type { EmailVerificationCalls } from "./contract.ts";
import { sendVerificationErrors, verificationLinkErrors } from "./errors.ts";
import { verificationLink } from "./links.ts";
import { verificationDeliverer } from "./mail.ts";
import type { EmailVerificationSettings } from "./options.ts";
import { sendVerificationEmail } from "./send.ts";
import { verifyEmail } from "./verify.ts";

/** @param further links of other features that `/verify-email` opens too */
export function emailVerificationFeature(settings: EmailVerificationSettings, further: readonly EmailLink[]): Plugin {
  return definePlugin<Plugin<FeatureTypes<EmailVerificationCalls>>>({
    id: "email-verification",
    endpoints: {
      sendVerificationEmail: sendVerificationEmail(settings),
      verifyEmail: verifyEmail([verificationLink(settings), ...further], settings.confirmPage),
    },
    errors: { ...sendVerificationErrors, ...verificationLinkErrors },
    tokens: [emailVerificationToken],
    outbox: {
      [verificationMailKind]: verificationDeliverer(settings),
      async [verifiedKind](payload, context) {
        const user = await findUser(context.db, (payload as { readonly userId: string }).userId);
        if (user) await settings.after?.(presentUser(context, user));
      },
    },
  });
}
