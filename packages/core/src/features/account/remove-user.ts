/** Deletes a user's account. */

import { recordAudit } from "../../audit/store.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { encryptMessage, enqueueMessage } from "../../outbox/store.ts";
import { presentUser } from "../../sessions/present.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { userDeletionToken } from "../../tokens/kinds.ts";
import { consumeToken, peekToken } from "../../tokens/store.ts";
import { deleteUserErrors } from "./errors.ts";
import type { DeleteUserSettings } from "./options.ts";

export const userDeletedKind = "user-deleted";

/** The token from the email that confirms a deletion. Absent if the password or a fresh session confirmed it. */
export interface DeletionConfirmation {
  readonly token?: string;
}

/**
 * Deletes a user in one transaction. Their sessions, accounts, and tokens are deleted with the row. Audit log entries
 * stay.
 *
 * @throws {AuthError} `INVALID_TOKEN`, `UNAUTHORIZED` if the user no longer exists, or whatever the app's
 * `beforeDelete` throws. Nothing is deleted in any of these cases.
 */
export async function removeUser(
  context: RequestContext,
  settings: DeleteUserSettings,
  user: UserRow,
  { token }: DeletionConfirmation,
): Promise<void> {
  if (token !== undefined) await checkToken(context, token, user.id);
  await settings.beforeDelete?.(presentUser(context, user));
  const notice = settings.afterDelete
    ? await encryptMessage(context, userDeletedKind, presentUser(context, user))
    : null;
  await context.db.transaction(async (tx) => {
    if (token !== undefined && !(await consumeToken(tx, context, userDeletionToken, token, user.id)))
      failInvalidToken();
    if ((await tx.remove(userTable, { where: { id: user.id } })) === 0) fail(httpErrors, "UNAUTHORIZED");
    await recordAudit(tx, context, { action: "user.delete", actorId: user.id, userId: user.id });
    if (notice) await enqueueMessage(tx, context, notice);
  });
}

/** Checks the token without consuming it, so that the app's hook doesn't run for an invalid one. */
async function checkToken(context: RequestContext, token: string, userId: string): Promise<void> {
  const validToken = await peekToken(context.db, context, userDeletionToken, token);
  if (validToken?.subject !== userId) failInvalidToken();
}

function failInvalidToken(): never {
  fail(deleteUserErrors, "INVALID_TOKEN");
}
