/** The second half of a recovery: the new password. */

import * as z from "zod";
import { knowBrowser } from "../../accounts/guesses.ts";
import { announcePasswordChange, checkNewPassword, checkNotOwnName, putPassword } from "../../accounts/password.ts";
import { credentialProvider } from "../../accounts/store.ts";
import { accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import type { StatusAnswer } from "../../http/call.ts";
import { fail } from "../../http/errors.ts";
import { text } from "../../http/inputs.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { revokeSessions } from "../../sessions/revoke.ts";
import { sessionTable } from "../../sessions/table.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { passwordResetToken } from "../../tokens/kinds.ts";
import { peekToken, takeToken, withdrawTokens } from "../../tokens/store.ts";
import { findUserByEmail, updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { recoveryErrors } from "./errors.ts";
import type { ResetPasswordInput } from "./inputs.ts";
import type { PasswordSettings } from "./options.ts";

export const resetKind = "password-reset-done";

const input: z.ZodType<ResetPasswordInput> = z.object({ newPassword: z.string(), token: text(255, 1).optional() });

/**
 * Sets a new password by a token. Whoever has it has the mailbox: what was planted before that was ever proven goes,
 * and so does every pending change.
 */
export function resetPassword(settings: PasswordSettings): Endpoint<ResetPasswordInput, StatusAnswer> {
  return defineEndpoint({
    method: "POST",
    path: "/reset-password",
    summary: "Set a new password by the token of a mail",
    input,
    output: statusAnswer,
    moments: ["newPassword"],
    query: ["token"],
    errors: recoveryErrors,
    statements: 11,
    rateLimit: { window: 60, max: 10 },
    async handle({ newPassword, token = "" }, context) {
      await checkNewPassword(context, newPassword);
      // Nobody makes the server hash without a token.
      if (!(await peekToken(context.db, context, passwordResetToken, token))) fail(recoveryErrors, "INVALID_TOKEN");
      const hash = await context.passwords.hash(newPassword);
      const email = await context.db.transaction((tx) => reset(tx, context, settings, token, { newPassword, hash }));
      // Whom strangers' guesses keep out gets in by this way.
      knowBrowser(context, email, hash);
      return { status: true };
    },
  });
}

/** @returns the address that was proven by it */
async function reset(
  tx: Transaction,
  context: RequestContext,
  settings: PasswordSettings,
  token: string,
  { newPassword, hash }: { readonly newPassword: string; readonly hash: string },
): Promise<string> {
  const used = (await takeToken(tx, context, passwordResetToken, token)) ?? fail(recoveryErrors, "INVALID_TOKEN");
  const user = (await tx.lock(userTable, used.subject)) ?? fail(recoveryErrors, "USER_NOT_FOUND");
  // Whose it is was not known before. The refusal undoes the use of the token.
  checkNotOwnName(context, newPassword, user);
  await putPassword(tx, context, user.id, hash);
  await proveMailbox(tx, context, user, used.data.to);
  await removePlanted(tx, user);
  if (settings.revokeOnReset) await revokeSessions(context, user.id, { db: tx });
  await withdrawTokens(tx, user.id);
  await recordAudit(tx, context, { action: "user.password.reset", actorId: user.id, userId: user.id });
  await announcePasswordChange(tx, context, user.id);
  if (settings.afterReset) await putMessage(tx, context, plainMessage(context, resetKind, { userId: user.id }));
  return used.data.to;
}

/**
 * The mailbox that got the token is its reader's. If it is the one before an unproven change, the change is undone: it
 * was pending, and whoever made it may be somebody else. The epoch goes up: sign-ins under way start again.
 */
async function proveMailbox(tx: Transaction, context: RequestContext, user: UserRow, to: string): Promise<void> {
  const provenAt = user.provenAt ?? context.now();
  const proven = { email: to, emailVerified: true, provenEmail: null, provenAt };
  const isFree = to === user.email || (await findUserByEmail(tx, to)) === null;
  await updateUser(tx, context, user, isFree ? proven : {}, { newEpoch: true });
}

/** Sessions and ways in from before the mailbox was ever proven: somebody else may have signed up with the address. */
async function removePlanted(tx: Transaction, { id: userId, provenAt }: UserRow): Promise<void> {
  // At the first proof that is all there are, whatever the clocks said of the servers that made them.
  const before = provenAt === null ? {} : { createdAt: { lt: provenAt } };
  await tx.remove(accountTable, { where: { userId, providerId: { ne: credentialProvider }, ...before } });
  await tx.remove(sessionTable, { where: { userId, ...before } });
}
