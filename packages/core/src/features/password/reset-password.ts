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
import { consumeToken, peekUserToken } from "../../tokens/store.ts";
import { reclaimAccount } from "../../users/reclaim.ts";
import { findUserByEmail, updateUser } from "../../users/store.ts";
import type { PasswordCalls } from "./contract.ts";
import { resetPasswordErrors } from "./errors.ts";

export const passwordResetKind = "password-reset-done";

/**
 * Sets a new password with an emailed token. The token proves control of the mailbox, so anything added by someone who
 * never proved that is removed: linked accounts, sessions, plugin factors, and pending changes.
 */
export const resetPassword: EndpointOf<PasswordCalls["resetPassword"]> = defineEndpoint({
  method: "POST",
  path: "/reset-password",
  summary: "Reset the password",
  input: input.object({ newPassword: input.rawText(), token: input.optional(input.id) }),
  output: statusResponse,
  stages: ["newPassword"],
  query: ["token"],
  errors: resetPasswordErrors,
  queryBudget: 10,
  rateLimit: { window: 60, max: 10 },
  async handle({ newPassword, token = "" }, context) {
    await checkNewPassword(context, newPassword);
    // Check the token first, so strangers can't trigger expensive hashing.
    const peeked =
      (await peekUserToken(context.db, context, passwordResetToken, token)) ??
      fail(resetPasswordErrors, "INVALID_TOKEN");
    const hash = await context.passwords.hash(newPassword);
    const values = { token, newPassword, hash, user: peeked.user };
    const email = await context.db.transaction((tx) => reset(tx, context, values));
    // Lets a user who is locked out by other people's password guesses sign in from this browser.
    rememberForThrottle(context, email, hash);
    return { status: true };
  },
});

interface Reset {
  readonly token: string;
  readonly newPassword: string;
  readonly hash: string;
  /** The user as they were before hashing. */
  readonly user: UserRow | null;
}

/** @returns the email that the token was sent to */
async function reset(
  tx: Transaction,
  context: RequestContext,
  { token, newPassword, hash, user: peeked }: Reset,
): Promise<string> {
  const used =
    (await consumeToken(tx, context, passwordResetToken, token)) ?? fail(resetPasswordErrors, "INVALID_TOKEN");
  const { to } = used.data;
  const user =
    (await updateUnchanged(tx, context, peeked, to)) ??
    (await lockAndUpdate(tx, context, used.subject, to)) ??
    fail(resetPasswordErrors, "USER_NOT_FOUND");
  // Checked on the row of this transaction. The error rolls back the consumed token.
  checkNotIdentifier(context, newPassword, user);
  await finishReset(tx, context, user, { to, hash });
  return to;
}

/** Sets the new password and removes what someone else may have added. The user's row was already updated. */
async function finishReset(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  { to, hash }: { readonly to: string; readonly hash: string },
): Promise<void> {
  const { endsSessionsOnReset, callsAfterReset } = context.settings.password;
  await reclaimAccount(tx, context, user, to, {
    reason: "reset",
    isUpdated: true,
    keepPassword: true,
    alwaysRevoke: true,
    endSessions: endsSessionsOnReset,
  });
  await upsertPassword(tx, context, user.id, hash, to);
  await recordAudit(tx, context, { action: "user.password.reset", actorId: user.id, userId: user.id });
  await notifyPasswordChanged(tx, context, user.id);
  if (callsAfterReset)
    await enqueueMessage(tx, context, createMessage(context, passwordResetKind, { userId: user.id }));
}

/** A reset by a user who has just proven control of a mailbox without the emailed link. */
export interface MailboxReset {
  /** The user as they were read. */
  readonly user: UserRow;
  /** The email of that mailbox. */
  readonly email: string;
  readonly newPassword: string;
  readonly hash: string;
  /** Consumes the secret in the same transaction. Returns `false` if another request already consumed it. */
  consume(tx: Transaction): Promise<boolean>;
}

/**
 * Does everything that `/reset-password` does. Call `checkNewPassword` and hash the password first.
 * @returns `false` if the secret was already used, or the email is no longer the user's
 */
export async function resetPasswordByMailbox(context: RequestContext, reset: MailboxReset): Promise<boolean> {
  const { user: found, email, newPassword, hash, consume } = reset;
  const isDone = await context.db.transaction(async (tx) => {
    if (!(await consume(tx))) return false;
    const locked = await tx.lock(userTable, found.id);
    if (!locked || ![locked.email, locked.provenEmail].includes(email)) return false;
    checkNotIdentifier(context, newPassword, locked);
    await updateUser(tx, context, locked, await emailAfterReset(tx, locked, email), { newEpoch: true });
    await finishReset(tx, context, locked, { to: email, hash });
    return true;
  });
  // Lets a user who is locked out by other people's password guesses sign in from this browser.
  if (isDone) rememberForThrottle(context, email, hash);
  return isDone;
}

/**
 * Updates the user's row if it's still as it was read, which also locks it.
 * @returns the row before the update; `null` if it changed
 */
async function updateUnchanged(
  tx: Transaction,
  context: RequestContext,
  user: UserRow | null,
  to: string,
): Promise<UserRow | null> {
  if (!user) return null;
  const { email, epoch, updatedAt } = user;
  const set = await emailAfterReset(tx, user, to);
  const options = { expected: { email, epoch, updatedAt }, newEpoch: true };
  return (await updateUser(tx, context, user, set, options)) && user;
}

/** @returns the row before the update; `null` if the user no longer exists */
async function lockAndUpdate(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  to: string,
): Promise<UserRow | null> {
  const user = await tx.lock(userTable, userId);
  if (user) await updateUser(tx, context, user, await emailAfterReset(tx, user, to), { newEpoch: true });
  return user;
}

/**
 * The user controls the mailbox that got the token. If that's the email from before a change that was never verified,
 * undoes the change, because someone else may have made it.
 */
async function emailAfterReset(tx: Transaction, user: UserRow, to: string): Promise<Partial<UserRow>> {
  const isAvailable = to === user.email || (await findUserByEmail(tx, to)) === null;
  return isAvailable ? { email: to, emailVerified: true, provenEmail: null } : {};
}
