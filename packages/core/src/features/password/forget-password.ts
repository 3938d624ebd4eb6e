/** The first half of a password reset: sends the email. */

import type { Adapter } from "../../database/adapter.ts";
import { fail } from "../../http/errors.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { AuthContext, OutboxHandler, RequestContext } from "../../kernel/context.ts";
import { type LinkBase, linkBase, mailLink } from "../../kernel/links.ts";
import { buildRedirect, checkRedirect } from "../../kernel/redirect.ts";
import { createMailHandler } from "../../outbox/mail.ts";
import { createMessage, enqueueMessage } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { presentUser } from "../../sessions/present.ts";
import { redirect } from "../../shapes/shape.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { issueToken, storeToken } from "../../tokens/issue.ts";
import { passwordResetToken } from "../../tokens/kinds.ts";
import { peekToken } from "../../tokens/store.ts";
import { normalizeEmail } from "../../users/email.ts";
import { recipientOf } from "../../users/recipient.ts";
import { findUserForRecovery } from "../../users/store.ts";
import type { PasswordCalls } from "./contract.ts";
import { forgetPasswordErrors } from "./errors.ts";
import type { PasswordResetMail, PasswordSettings } from "./options.ts";
import { forgetPasswordOutput } from "./outputs.ts";

export const passwordResetMailKind = "mail.password-reset";

const sentMessage = "If this email exists in our system, check your email for the reset link";

/** Queues a reset email. Doesn't look up the email, so the work is the same whether or not an account exists. */
export function forgetPassword(
  settings: PasswordSettings,
  path: string,
  aliasOf?: string,
): EndpointOf<PasswordCalls["forgetPassword"]> {
  return defineEndpoint({
    method: "POST",
    path,
    ...(aliasOf ? { aliasOf } : {}),
    summary: "Request a password reset",
    input: input.object({ email: input.rawText(), redirectTo: input.target }),
    output: forgetPasswordOutput,
    errors: forgetPasswordErrors,
    queryBudget: 0,
    rateLimit: { window: 60, max: 3 },
    originCheck: "always",
    async handle({ email: typed, redirectTo }, context) {
      if (!settings.sendReset) fail(forgetPasswordErrors, "RESET_PASSWORD_DISABLED");
      const redirectURL = redirectTo === undefined ? "" : await checkRedirect(context, "redirectTo", redirectTo);
      const email = normalizeEmail(typed) ?? fail(forgetPasswordErrors, "INVALID_EMAIL");
      const payload = { email, ...linkBase(context, redirectURL) } satisfies PasswordResetPayload;
      if (await allowMail(context, email)) {
        await enqueueMessage(context.db, context, createMessage(context, passwordResetMailKind, payload));
      }
      return { status: true, message: sentMessage };
    },
  });
}

/**
 * Emails a user a reset link, because they reported that someone else is signed in.
 * @param callbackURL a path in the app, which gets `?token=`
 * @returns `false` if the app doesn't send reset emails
 */
export async function enqueuePasswordReset(
  tx: Adapter,
  context: RequestContext,
  email: string,
  callbackURL: string,
): Promise<boolean> {
  if (context.capabilities.password?.reset !== true) return false;
  const payload = { email, ...linkBase(context, callbackURL) } satisfies PasswordResetPayload;
  await enqueueMessage(tx, context, createMessage(context, passwordResetMailKind, payload));
  return true;
}

interface PasswordResetPayload extends LinkBase {
  readonly email: string;
}

/** Sends a reset link if a user has the requested email: to the last verified email, or else to the stored one. */
export function createPasswordResetMailHandler({ sendReset, resetExpiresIn }: PasswordSettings): OutboxHandler {
  return createMailHandler<PasswordResetPayload, PasswordResetMail>(
    sendReset ?? (() => {}),
    async ({ email, ...base }, context) => {
      const found = sendReset && (await findUserForRecovery(context.db, email));
      if (!found) return null;
      const pluginLink = await findPluginLink(context, found, base.origin);
      if (pluginLink) {
        const email = recipientOf(found);
        return email === null ? null : { user: { ...presentUser(context, found), email }, token: "", url: pluginLink };
      }
      const issued = await context.db.transaction(async (tx) => {
        // Read again under the lock, because an email change since then revokes older tokens.
        const user = await tx.lock(userTable, found.id);
        const to = user && recipientOf(user);
        if (!to || ![user.email, user.provenEmail].includes(email)) return null;
        const tokenInput = { subject: user.id, userId: user.id, data: { to }, expiresIn: resetExpiresIn };
        const issuedToken = issueToken(context, passwordResetToken, tokenInput);
        await storeToken(tx, issuedToken);
        return { user, to, token: issuedToken.token };
      });
      if (!issued) return null;
      const { user, to, token } = issued;
      const url = mailLink(context, base, `/reset-password/${token}`);
      return { user: { ...presentUser(context, user), email: to }, token, url };
    },
  );
}

/** Returns a plugin's link to send instead, for users who sign in without a password. */
async function findPluginLink(context: AuthContext, user: UserRow, origin: string): Promise<string | null> {
  for (const find of context.extensions.passwordResetLinks) {
    const url = await find(context, user, origin);
    if (url !== null) return url;
  }
  return null;
}

/** Opens the link. Passes the token on to the app's page without consuming it, because email clients prefetch links. */
export const resetPasswordCallback: EndpointOf<PasswordCalls["resetPasswordCallback"]> = defineEndpoint({
  method: "GET",
  path: "/reset-password/:token",
  summary: "Open a password reset link",
  input: input.object({ token: input.id, callbackURL: input.rawText({ min: 1 }) }),
  output: redirect,
  queryBudget: 1,
  rateLimit: { window: 60, max: 20 },
  async handle({ token, callbackURL }, context) {
    const redirectURL = await checkRedirect(context, "callbackURL", callbackURL);
    const validToken = await peekToken(context.db, context, passwordResetToken, token);
    return redirectResponse(buildRedirect(context, redirectURL, validToken ? { token } : { error: "INVALID_TOKEN" }));
  },
});
