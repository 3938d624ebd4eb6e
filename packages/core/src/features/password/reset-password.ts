/** The second half of a password reset: sets the new password. */

import { rememberForThrottle } from "../../accounts/login-throttle.ts";
import {
  checkNewPassword,
  checkNotIdentifier,
  notifyPasswordChanged,
  upsertPassword,
} from "../../accounts/password.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { createMessage, enqueueMessage } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { statusResponse } from "../../shapes/shape.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { passwordResetToken } from "../../tokens/kinds.ts";
import { consumeToken, peekToken } from "../../tokens/store.ts";
import { reclaimAccount } from "../../users/reclaim.ts";
import { findUserByEmail } from "../../users/store.ts";
import type { PasswordCalls } from "./contract.ts";
import { resetPasswordErrors } from "./errors.ts";
import type { PasswordSettings } from "./options.ts";

export const passwordResetKind = "password-reset-done";

/**
 * Sets a new password with an emailed token. The token proves control of the mailbox, so anything added by someone who
 * never proved that is removed: linked accounts, sessions, plugin factors, and pending changes.
 */
export function resetPassword(settings: PasswordSettings): EndpointOf<PasswordCalls["resetPassword"]> {
  return defineEndpoint({
    method: "POST",
    path: "/reset-password",
    summary: "Set a new password by the token of a mail",
    input: input.object({ newPassword: input.rawText(), token: input.optional(input.id) }),
    output: statusResponse,
    stages: ["newPassword"],
    query: ["token"],
    errors: resetPasswordErrors,
    queryBudget: 11,
    rateLimit: { window: 60, max: 10 },
    async handle({ newPassword, token = "" }, context) {
      await checkNewPassword(context, newPassword);
      // Check the token first, so strangers can't trigger expensive hashing.
      if (!(await peekToken(context.db, context, passwordResetToken, token)))
        fail(resetPasswordErrors, "INVALID_TOKEN");
      const hash = await context.passwords.hash(newPassword);
      const email = await context.db.transaction((tx) => reset(tx, context, settings, token, { newPassword, hash }));
      // Lets a user who is locked out by other people's password guesses sign in from this browser.
      rememberForThrottle(context, email, hash);
      return { status: true };
    },
  });
}

/** @returns the email that the token was sent to */
async function reset(
  tx: Transaction,
  context: RequestContext,
  settings: PasswordSettings,
  token: string,
  { newPassword, hash }: { readonly newPassword: string; readonly hash: string },
): Promise<string> {
  const used =
    (await consumeToken(tx, context, passwordResetToken, token)) ?? fail(resetPasswordErrors, "INVALID_TOKEN");
  const user = (await tx.lock(userTable, used.subject)) ?? fail(resetPasswordErrors, "USER_NOT_FOUND");
  // The user isn't known before this point. The error rolls back the consumed token.
  checkNotIdentifier(context, newPassword, user);
  const { to } = used.data;
  const set = await emailAfterReset(tx, user, to);
  const endSessions = settings.revokeOnReset;
  await reclaimAccount(tx, context, user, to, { set, keepPassword: true, alwaysRevoke: true, endSessions });
  await upsertPassword(tx, context, user.id, hash, to);
  await recordAudit(tx, context, { action: "user.password.reset", actorId: user.id, userId: user.id });
  await notifyPasswordChanged(tx, context, user.id);
  if (settings.afterReset)
    await enqueueMessage(tx, context, createMessage(context, passwordResetKind, { userId: user.id }));
  return to;
}

/**
 * The user controls the mailbox that got the token. If that's the email from before a change that was never verified,
 * undoes the change, because someone else may have made it.
 */
async function emailAfterReset(tx: Transaction, user: UserRow, to: string): Promise<Partial<UserRow>> {
  const isAvailable = to === user.email || (await findUserByEmail(tx, to)) === null;
  return isAvailable ? { email: to, emailVerified: true, provenEmail: null } : {};
}
