/** The second half of a recovery: the new password. */

import { knowBrowser } from "../../accounts/guesses.ts";
import { announcePasswordChange, checkNewPassword, checkNotOwnName, putPassword } from "../../accounts/password.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { fail } from "../../http/errors.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { passwordResetToken } from "../../tokens/kinds.ts";
import { peekToken, takeToken } from "../../tokens/store.ts";
import { reclaimAccount } from "../../users/reclaim.ts";
import { findUserByEmail } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import type { PasswordCalls } from "./contract.ts";
import { resetPasswordErrors } from "./errors.ts";
import type { PasswordSettings } from "./options.ts";

export const resetKind = "password-reset-done";

/**
 * Sets a new password with a mailed token. The token shows that the caller owns the mailbox, so everything is removed
 * whose person never showed that: linked accounts, sessions, factors of plugins, pending changes.
 */
export function resetPassword(settings: PasswordSettings): EndpointOf<PasswordCalls["resetPassword"]> {
  return defineEndpoint({
    method: "POST",
    path: "/reset-password",
    summary: "Set a new password by the token of a mail",
    input: input.object({ newPassword: input.rawText(), token: input.optional(input.id) }),
    output: statusAnswer,
    moments: ["newPassword"],
    query: ["token"],
    errors: resetPasswordErrors,
    statements: 11,
    rateLimit: { window: 60, max: 10 },
    async handle({ newPassword, token = "" }, context) {
      await checkNewPassword(context, newPassword);
      // Nobody makes the server hash without a token.
      if (!(await peekToken(context.db, context, passwordResetToken, token)))
        fail(resetPasswordErrors, "INVALID_TOKEN");
      const hash = await context.passwords.hash(newPassword);
      const email = await context.db.transaction((tx) => reset(tx, context, settings, token, { newPassword, hash }));
      // Whom strangers' guesses keep out gets in by this way.
      knowBrowser(context, email, hash);
      return { status: true };
    },
  });
}

/** @returns the address whose mailbox the token was sent to */
async function reset(
  tx: Transaction,
  context: RequestContext,
  settings: PasswordSettings,
  token: string,
  { newPassword, hash }: { readonly newPassword: string; readonly hash: string },
): Promise<string> {
  const used = (await takeToken(tx, context, passwordResetToken, token)) ?? fail(resetPasswordErrors, "INVALID_TOKEN");
  const user = (await tx.lock(userTable, used.subject)) ?? fail(resetPasswordErrors, "USER_NOT_FOUND");
  // The user wasn't known before. The refusal undoes the use of the token.
  checkNotOwnName(context, newPassword, user);
  const { to } = used.data;
  const set = await addressAfter(tx, user, to);
  const endSessions = settings.revokeOnReset;
  await reclaimAccount(tx, context, user, to, { set, keepPassword: true, always: true, endSessions });
  await putPassword(tx, context, user.id, hash, to);
  await recordAudit(tx, context, { action: "user.password.reset", actorId: user.id, userId: user.id });
  await announcePasswordChange(tx, context, user.id);
  if (settings.afterReset) await putMessage(tx, context, plainMessage(context, resetKind, { userId: user.id }));
  return to;
}

/**
 * The mailbox that got the token belongs to its reader. If it is the one before a change that was never verified, the
 * change is undone: somebody else may have made it.
 */
async function addressAfter(tx: Transaction, user: UserRow, to: string): Promise<Partial<UserRow>> {
  const isFree = to === user.email || (await findUserByEmail(tx, to)) === null;
  return isFree ? { email: to, emailVerified: true, provenEmail: null } : {};
}
