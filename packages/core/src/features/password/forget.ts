/** The first half of a recovery: the mail. */

import { fail } from "../../http/errors.ts";
import { redirectResponse } from "../../http/reply.ts";
import { isMailable, mailDeliverer } from "../../outbox/mail.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { type LinkBase, linkBase, mailLink } from "../../plugin/links.ts";
import type { OutboxHandler } from "../../plugin/plugin.ts";
import { buildRedirect, checkRedirect } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { presentUser } from "../../sessions/present.ts";
import { redirect } from "../../shapes/shape.ts";
import { passwordResetToken } from "../../tokens/kinds.ts";
import { mintToken, peekToken, storeToken } from "../../tokens/store.ts";
import { normalizeEmail } from "../../users/email.ts";
import { findUserForRecovery } from "../../users/store.ts";
import { userTable } from "../../users/table.ts";
import type { PasswordCalls } from "./contract.ts";
import { forgetPasswordErrors } from "./errors.ts";
import type { PasswordResetMail, PasswordSettings } from "./options.ts";
import { forgetPasswordOutput } from "./outputs.ts";

export const resetMailKind = "mail.password-reset";

const message = "If this email exists in our system, check your email for the reset link";

/** Takes in a wish for a reset mail. The database is not asked who has the address: the work is the same for all. */
export function forgetPassword(
  settings: PasswordSettings,
  path: string,
  aliasOf?: string,
): EndpointOf<PasswordCalls["forgetPassword"]> {
  return defineEndpoint({
    method: "POST",
    path,
    ...(aliasOf ? { aliasOf } : {}),
    summary: "Send a mail with a link to set a new password",
    input: input.object({ email: input.rawText(), redirectTo: input.target }),
    output: forgetPasswordOutput,
    errors: forgetPasswordErrors,
    statements: 0,
    rateLimit: { window: 60, max: 3 },
    origin: "always",
    async handle({ email: typed, redirectTo }, context) {
      if (!settings.sendReset) fail(forgetPasswordErrors, "RESET_PASSWORD_DISABLED");
      const goTo = redirectTo === undefined ? "" : await checkRedirect(context, "redirectTo", redirectTo);
      const email = normalizeEmail(typed) ?? fail(forgetPasswordErrors, "INVALID_EMAIL");
      const wish = { email, ...linkBase(context, goTo) } satisfies Wish;
      if (await mayMail(context, email)) {
        await putMessage(context.db, context, plainMessage(context, resetMailKind, wish));
      }
      return { status: true, message };
    },
  });
}

interface Wish extends LinkBase {
  readonly email: string;
}

/** Sends the mail, if the address is somebody's: to the stored form of it, or to the last one that was proven. */
export function resetMailDeliverer({ sendReset, resetExpiresIn }: PasswordSettings): OutboxHandler {
  return mailDeliverer<Wish, PasswordResetMail>(sendReset ?? (() => {}), async ({ email, ...base }, context) => {
    const found = sendReset && (await findUserForRecovery(context.db, email));
    if (!found) return null;
    const issued = await context.db.transaction(async (tx) => {
      // As they are under the lock: a change of address in between has ended the tokens of before.
      const user = await tx.lock(userTable, found.id);
      const to = user?.provenEmail ?? user?.email;
      if (!user || !to || !isMailable(to) || ![user.email, user.provenEmail].includes(email)) return null;
      const about = { subject: user.id, userId: user.id, data: { to }, expiresIn: resetExpiresIn };
      const minted = mintToken(context, passwordResetToken, about);
      await storeToken(tx, minted);
      return { user, to, token: minted.token };
    });
    if (!issued) return null;
    const { user, to, token } = issued;
    const url = mailLink(context, base, `/reset-password/${token}`);
    return { user: { ...presentUser(context, user), email: to }, token, url };
  });
}

/** The link of the mail: hands the token on to the app's page, and spends nothing, for mail programs open links too. */
export const resetPasswordCallback: EndpointOf<PasswordCalls["resetPasswordCallback"]> = defineEndpoint({
  method: "GET",
  path: "/reset-password/:token",
  summary: "Open the link of a reset mail",
  input: input.object({ token: input.id, callbackURL: input.rawText({ min: 1 }) }),
  output: redirect,
  statements: 1,
  rateLimit: { window: 60, max: 20 },
  async handle({ token, callbackURL }, context) {
    const goTo = await checkRedirect(context, "callbackURL", callbackURL);
    const standing = await peekToken(context.db, context, passwordResetToken, token);
    return redirectResponse(buildRedirect(context, goTo, standing ? { token } : { error: "INVALID_TOKEN" }));
  },
});
