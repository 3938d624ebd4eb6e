/** Email and password as a feature. */

import { verifiedEmailGate } from "../../accounts/decoys.ts";
import { fail } from "../../http/errors.ts";
import { isMailable } from "../../outbox/mail.ts";
import { putMessageAfterAnswer } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import type { AttemptUser, Challenge, Gate, SignInAttempt } from "../../plugin/gate.ts";
import { linkBase } from "../../plugin/links.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import { checkedCallback } from "../../plugin/redirect.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { wantAddress } from "../../sessions/wanted-address.ts";
import { signUpDecoy } from "../../tokens/kinds.ts";
import type { UserRow } from "../../users/table.ts";
import { verificationWish } from "../../users/verification.ts";
import type { EmailPasswordCalls } from "./contract.ts";
import { emailPasswordErrors } from "./errors.ts";
import type { EmailPasswordSettings } from "./options.ts";
import { ownerNoticeDeliverer, ownerNoticeKind } from "./owner-notice.ts";
import { signInEmail } from "./sign-in.ts";
import { signUpEmail } from "./sign-up.ts";

export function emailPasswordFeature(settings: EmailPasswordSettings): Plugin {
  return definePlugin<Plugin<FeatureTypes<EmailPasswordCalls>>>({
    id: "email-password",
    endpoints: { signUpEmail: signUpEmail(settings), signInEmail: signInEmail(settings) },
    errors: emailPasswordErrors,
    gates: settings.requireEmailVerification ? [verifiedEmail] : [],
    refusals: { signUp: notCreated, ...(settings.requireEmailVerification ? { signIn: notVerified } : {}) },
    tokens: [signUpDecoy],
    outbox: { [ownerNoticeKind]: ownerNoticeDeliverer(settings) },
  });
}

const notCreated = { FAILED_TO_CREATE_USER: emailPasswordErrors.FAILED_TO_CREATE_USER };
const notVerified = { EMAIL_NOT_VERIFIED: emailPasswordErrors.EMAIL_NOT_VERIFIED };

/** Who came by a provider that gives no address. They may name one now. */
const addressMissing = {
  message: "Add an email address to sign in",
  details: { address: "missing" },
} as const;

/** Nobody gets in by any way before the address is proven. Who is kept out for that gets the mail again. */
const verifiedEmail: Gate = {
  name: verifiedEmailGate,
  kind: "refuse",
  check(attempt, context) {
    const { user } = attempt;
    if (user.emailVerified) return undefined;
    if (!isMailable(user.email) && context.settings.verification.onChange) return askForAddress(attempt, context);
    if (context.settings.verification.onSignIn) {
      const base = linkBase(context, checkedCallback(context));
      putMessageAfterAnswer(context, verificationWish(context, user.email, base), () => mayMail(context, user.email));
    }
    fail(emailPasswordErrors, "EMAIL_NOT_VERIFIED");
  },
};

/**
 * Lets the browser add an address. All other gates are asked first, a second factor above all: the address can reset the
 * account, so the first factor alone must not be enough to add one.
 */
async function askForAddress(attempt: SignInAttempt, context: RequestContext): Promise<Challenge> {
  for (const gate of context.extensions.gates) {
    const challenge = gate === verifiedEmail ? undefined : await gate.check(attempt, context);
    if (challenge) return challenge;
  }
  const { id, epoch } = attempt.user as AttemptUser & Pick<UserRow, "epoch">;
  wantAddress(context, { id, epoch, accountId: attempt.accountId });
  return fail(emailPasswordErrors, "EMAIL_NOT_VERIFIED", addressMissing);
}
