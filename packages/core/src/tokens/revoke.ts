/** Removes one-time tokens before they're used. */

import type { Adapter } from "../database/adapter.ts";
import type { AuthContext } from "../kernel/context.ts";
import { tokenTable } from "../tables/token.ts";
import type { TokenKind } from "./kind.ts";
import { emailUndoToken } from "./kinds.ts";

/** Revokes a user's tokens of these kinds, or only the one with this handle, and returns how many. One query. */
export function revokeTokensOfKind(
  db: Adapter,
  kinds: readonly TokenKind[],
  { userId, id }: { readonly userId: string; readonly id?: string },
): Promise<number> {
  const where = { userId, kind: { in: kinds.map(({ name }) => name) } };
  return db.remove(tokenTable, { where: id === undefined ? where : { ...where, id } });
}

/**
 * Revokes a user's tokens after a password or email change. One query. Keeps the link to undo an email change: it
 * belongs to the previous email's owner, and an attacker who took over the account could otherwise remove it this way.
 * Also keeps tokens that are credentials, because the user may have no other way to sign in.
 */
export async function revokeTokens(db: Adapter, context: AuthContext, userId: string): Promise<void> {
  const credentials = context.extensions.tokens.filter(({ isCredential }) => isCredential).map(({ name }) => name);
  await db.remove(tokenTable, { where: { userId, kind: { notIn: [emailUndoToken.name, ...credentials] } } });
}

/**
 * Revokes all of a user's tokens after a recovery, including links to undo an email change. Someone with access to an
 * earlier email could use one to take the account back. One query.
 *
 * @param keepUndoLinksUntil keep links to undo a change that were issued by this time
 */
export async function revokeAllTokens(db: Adapter, userId: string, keepUndoLinksUntil?: Date): Promise<void> {
  const others = { userId, kind: { ne: emailUndoToken.name } };
  const where = keepUndoLinksUntil && [
    others,
    { userId, kind: emailUndoToken.name, createdAt: { gt: keepUndoLinksUntil } },
  ];
  await db.remove(tokenTable, { where: where ?? { userId } });
}

/**
 * Removes a user's links to undo an email change, except those that lead back to this email. Returns how many. One
 * query.
 */
export function revokeUndoLinks(db: Adapter, userId: string, { notTo }: { readonly notTo: string }): Promise<number> {
  return db.remove(tokenTable, { where: { userId, kind: emailUndoToken.name, subject: { ne: notTo } } });
}

/** Removes expired tokens and returns how many. */
export function removeExpiredTokens(context: AuthContext): Promise<number> {
  return context.db.remove(tokenTable, { where: { expiresAt: { lte: context.now() } } });
}
