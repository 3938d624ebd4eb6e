/** The second half of a recovery: the new password. */

import * as z from "zod";
import { checkNewPassword, putPassword } from "../../accounts/password.ts";
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
import { passwordResetToken } from "../../tokens/kinds.ts";
import { peekToken, takeToken, withdrawTokens } from "../../tokens/store.ts";
import { updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { recoveryErrors } from "./errors.ts";
import type { ResetPasswordInput } from "./inputs.ts";
import { changedMailKind } from "./notices.ts";
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
    query: ["token"],
    errors: recoveryErrors,
    statements: 9,
    rateLimit: { window: 60, max: 10 },
    async handle({ newPassword, token = "" }, context) {
      await checkNewPassword(context, newPassword);
      // Nobody makes the server hash without a token.
      if (!(await peekToken(context.db, context, passwordResetToken, token))) fail(recoveryErrors, "INVALID_TOKEN");
      const hash = await context.passwords.hash(newPassword);
      await context.db.transaction((tx) => reset(tx, context, settings, token, hash));
      return { status: true };
    },
  });
}

async function reset(
  tx: Transaction,
  context: RequestContext,
  settings: PasswordSettings,
  token: string,
  hash: string,
): Promise<void> {
  const used = (await takeToken(tx, context, passwordResetToken, token)) ?? fail(recoveryErrors, "INVALID_TOKEN");
  const user = (await tx.lock(userTable, used.subject)) ?? fail(recoveryErrors, "USER_NOT_FOUND");
  const firstProof = !user.emailVerified && user.provenEmail === null;
  await putPassword(tx, context, user.id, hash);
  await proveMailbox(tx, context, user, used.data.to);
  if (firstProof) {
    await tx.remove(accountTable, { where: { userId: user.id, providerId: { ne: credentialProvider } } });
  }
  if (settings.revokeOnReset || firstProof) await revokeSessions(context, user.id, null, tx);
  await withdrawTokens(tx, user.id);
  await recordAudit(tx, context, { action: "user.password.reset", actorId: user.id, userId: user.id });
  const notice = { userId: user.id };
  if (settings.tellChanged) await putMessage(tx, context, plainMessage(context, changedMailKind, notice));
  if (settings.afterReset) await putMessage(tx, context, plainMessage(context, resetKind, notice));
}

/** The mailbox that got the token is its reader's. The epoch goes up with it: sign-ins under way start again. */
async function proveMailbox(tx: Transaction, context: RequestContext, user: UserRow, to: string): Promise<void> {
  const proven = to === user.email ? { emailVerified: true, provenEmail: null } : {};
  await updateUser(tx, context, user, proven, { newEpoch: true });
}
