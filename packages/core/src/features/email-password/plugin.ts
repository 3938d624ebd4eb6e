/** Email and password, as a feature. */

import { verifiedEmailGate } from "../../accounts/decoys.ts";
import { knownBrowserCookie } from "../../accounts/login-throttle.ts";
import { fail } from "../../http/errors.ts";
import type { Gate, RequestContext } from "../../kernel/context.ts";
import { linkBase } from "../../kernel/links.ts";
import { getCallbackURL } from "../../kernel/redirect.ts";
import type { AttemptUser, Challenge, SignInAttempt } from "../../kernel/sign-in-attempt.ts";
import { isMailable } from "../../outbox/mail.ts";
import { enqueueMessageAfterResponse } from "../../outbox/store.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { runGates } from "../../sessions/gates.ts";
import type { UserRow } from "../../tables/user.ts";
import { signUpDecoy } from "../../tokens/kinds.ts";
import { setPendingEmail } from "../../users/pending-email.ts";
import { signUpCookie } from "../../users/sign-up-cookie.ts";
import { createVerificationMessage } from "../../users/verification.ts";
import type { EmailPasswordCalls } from "./contract.ts";
import { emailPasswordErrors } from "./errors.ts";
import { createExistingAccountMailHandler, existingAccountMailKind } from "./existing-account-mail.ts";
import type { EmailPasswordSettings } from "./options.ts";
import { signInEmail } from "./sign-in.ts";
import { signUpEmail } from "./sign-up.ts";

export function emailPasswordFeature(settings: EmailPasswordSettings): Plugin {
  return definePlugin<Plugin<FeatureTypes<EmailPasswordCalls>>>({
    id: "email-password",
    endpoints: { signUpEmail: signUpEmail(settings), signInEmail: signInEmail(settings) },
    errors: emailPasswordErrors,
    gates: settings.requireEmailVerification ? [requireVerifiedEmail] : [],
    stageErrors: { signUp: signUpErrors, ...(settings.requireEmailVerification ? { signIn: signInErrors } : {}) },
    tokens: [signUpDecoy],
    cookies: [signUpCookie, knownBrowserCookie],
    capabilities({ password: { minLength: min, maxLength: max, refuseOwnNames: refusesOwnNames } }, isCallable) {
      if (!settings.enabled) return {};
      return {
        signIn: { password: isCallable("signInEmail") },
        signUpWays: settings.isSignUpEnabled && isCallable("signUpEmail") ? ["password"] : [],
        password: { min, max, refusesOwnNames },
      };
    },
    outbox: { [existingAccountMailKind]: createExistingAccountMailHandler(settings) },
  });
}

const signUpErrors = { FAILED_TO_CREATE_USER: emailPasswordErrors.FAILED_TO_CREATE_USER };
const signInErrors = { EMAIL_NOT_VERIFIED: emailPasswordErrors.EMAIL_NOT_VERIFIED };

/** For users whose provider shares no email. They can add one now. */
const emailMissing = {
  message: "Add an email address to sign in",
  details: { address: "missing" },
} as const;

/** Blocks every sign-in method until the email is verified, and sends the verification email again. */
const requireVerifiedEmail: Gate = {
  name: verifiedEmailGate,
  kind: "refuse",
  appliesTo: (user) => !user.emailVerified,
  async check(attempt, context) {
    const { user } = attempt;
    // The user has just verified the email that they had before an unfinished change.
    if (attempt.verifiedEmail !== null && attempt.verifiedEmail === (user as AttemptUser & UserRow).provenEmail) {
      return undefined;
    }
    for (const allows of context.extensions.allowsUnverifiedEmail) {
      if (await allows(attempt, context)) return undefined;
    }
    if (!isMailable(user.email)) return requestEmail(attempt, context);
    if (context.settings.verification.sendsOnSignIn) {
      const base = linkBase(context, getCallbackURL(context));
      enqueueMessageAfterResponse(context, createVerificationMessage(context, user.email, base), () =>
        allowMail(context, user.email),
      );
    }
    fail(emailPasswordErrors, "EMAIL_NOT_VERIFIED");
  },
};

/**
 * Lets the browser add an email. All other gates run first, especially 2FA: an email can be used to reset the account,
 * so the first factor alone must not be enough to add one.
 */
async function requestEmail(attempt: SignInAttempt, context: RequestContext): Promise<Challenge> {
  const challenge = await runGates(attempt, context, requireVerifiedEmail);
  if (challenge) return challenge;
  const { id, epoch } = attempt.user as AttemptUser & Pick<UserRow, "epoch">;
  setPendingEmail(context, { id, epoch, accountId: attempt.accountId });
  return fail(emailPasswordErrors, "EMAIL_NOT_VERIFIED", emailMissing);
}
