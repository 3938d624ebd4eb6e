/** The end of an account. */

import { recordAudit } from "../../audit/store.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import { putMessage, sealMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { presentUser } from "../../sessions/present.ts";
import { userDeletionToken } from "../../tokens/kinds.ts";
import { peekToken, takeToken } from "../../tokens/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { deleteUserErrors } from "./errors.ts";
import type { DeleteUserSettings } from "./options.ts";

export const deletedKind = "user-deleted";

/** What confirms a deletion: a token from the mail, unless the password or a fresh session did. */
export interface Confirmation {
  readonly token?: string;
}

/**
 * Deletes a user with everything that belongs to them, in one transaction: sessions, accounts and tokens go with the
 * row. The audit records stay.
 *
 * @throws {AuthError} `INVALID_TOKEN`, or what the app's `beforeDelete` throws; nothing is deleted then
 */
export async function removeUser(
  context: RequestContext,
  settings: DeleteUserSettings,
  user: UserRow,
  { token }: Confirmation,
): Promise<void> {
  if (token !== undefined) await checkToken(context, token, user.id);
  await settings.before?.(presentUser(context, user));
  const notice = settings.after ? await sealMessage(context, deletedKind, presentUser(context, user)) : null;
  await context.db.transaction(async (tx) => {
    if (token !== undefined && !(await takeToken(tx, context, userDeletionToken, token, user.id))) refuse();
    if ((await tx.remove(userTable, { where: { id: user.id } })) === 0) fail(httpErrors, "UNAUTHORIZED");
    await recordAudit(tx, context, { action: "user.delete", actorId: user.id, userId: user.id });
    if (notice) await putMessage(tx, context, notice);
  });
}

/** The app's hook runs only for a token that stands. */
async function checkToken(context: RequestContext, token: string, userId: string): Promise<void> {
  const standing = await peekToken(context.db, context, userDeletionToken, token);
  if (standing?.subject !== userId) refuse();
}

function refuse(): never {
  fail(deleteUserErrors, "INVALID_TOKEN");
}
