/** Moves a guest's data when the guest signs in to an account that already exists. */

import { type Transaction, widen } from "@latchkey/core/database";
import {
  impersonatorOf,
  presentSession,
  presentUser,
  type RequestContext,
  recordAudit,
  type SessionCreation,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import type { AnonymousSettings } from "./options.ts";
import type { UserWithAnonymous } from "./tables.ts";

/**
 * Calls the app's `onLinkAccount` and deletes the guest, in the transaction that creates the new session. The guest's
 * row is locked, so a guest is either merged into one account or becomes a separate user, but never both.
 */
export async function mergeGuest(
  tx: Transaction,
  { attempt, session, previousSession }: SessionCreation,
  context: RequestContext,
  settings: AnonymousSettings,
): Promise<void> {
  if (!previousSession || !(previousSession.user as UserWithAnonymous).isAnonymous) return;
  const { user: guest, session: guestSession } = previousSession;
  const user = attempt.user as UserRow;
  // An admin who impersonates the guest and then signs in isn't the guest.
  if (user.id === guest.id || impersonatorOf(context, guestSession) !== null) return;
  if ((user as UserWithAnonymous).isAnonymous) return;
  const from = { user: presentUser(context, guest), session: presentSession(context, guestSession) };
  const into = { user: presentUser(context, user), session: presentSession(context, session) };
  await settings.onLinkAccount?.({ anonymousUser: from, newUser: into }, tx);
  const data = { from: guest.id, method: attempt.method };
  await recordAudit(tx, context, { action: "guest.merge", actorId: user.id, userId: user.id, data });
  if (settings.canDelete) await tx.remove(widen<UserWithAnonymous>(userTable), { where: { id: guest.id } });
}
