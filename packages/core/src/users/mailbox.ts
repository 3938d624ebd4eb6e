/**
 * Showing that somebody owns a mailbox, and marking what is theirs. Rows with the columns `userId` and `verifiedEmail`
 * (sessions, accounts, factors of plugins) carry the address whose mailbox the person behind them has shown to own. A
 * recovery through a mailbox keeps what carries its address and removes everything else (`reclaim.ts`).
 */

import { credentialProvider } from "../accounts/store.ts";
import { type AccountRow, accountTable } from "../accounts/table.ts";
import { recordAudit } from "../audit/store.ts";
import type { Transaction } from "../database/adapter.ts";
import { widen } from "../database/tables.ts";
import type { RequestContext } from "../plugin/context.ts";
import { actorOf } from "../sessions/acting.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "../sessions/table.ts";
import { tellOwner } from "./notices.ts";
import { updateUser } from "./store.ts";
import type { UserRow } from "./table.ts";
import { announceVerified } from "./verification.ts";

/** What the person who used a mailed secret has also shown to be theirs, in the same browser. */
export interface MailboxEvidence {
  /** The session in which the secret was used. */
  readonly session?: SessionRow | null;
  /** Id of an account that the person has just signed in with. */
  readonly accountId?: string | null;
  /** When the person proved the password, in milliseconds since 1970: a password that was set later isn't theirs. */
  readonly passwordProvenAt?: number | null;
}

/**
 * Records that somebody has used a secret that was mailed to the user's own address. An address that wasn't verified
 * becomes verified. The session, and what the session has proven, carry the address from then on, and so does everything
 * that carried the address before it. Keeps the password and all sessions. Linked accounts whose person never showed to
 * own any mailbox are removed, unless nothing else would be left to sign in with.
 *
 * Call it in the transaction that consumes the secret, for a secret that only the reader of the mailbox can know. The
 * session's row changes, and nothing that cookies or answers show of it.
 *
 * @param user the row as `tx.lock` returned it; `email` must be its address
 * @param active the session in which the secret was used, if any; a session in which an admin acts counts as none
 * @returns the user as they are now
 */
export async function verifyMailbox(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  active: ActiveSession | null,
): Promise<UserRow> {
  return verifyMailboxWith(tx, context, user, email, evidenceOf(context, active));
}

/** As `verifyMailbox`, with what else the person has shown. */
export async function verifyMailboxWith(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  evidence: MailboxEvidence,
): Promise<UserRow> {
  if (user.email !== email) throw new Error("verifyMailbox: the address is not the user's.");
  if (user.emailVerified) {
    await markProven(tx, context, user, email, evidence);
    return user;
  }
  const verified = await updateUser(tx, context, user, { emailVerified: true, provenEmail: null });
  if (!verified) throw new Error("verifyMailbox: the user is not locked.");
  const { id } = user;
  await recordAudit(tx, context, { action: "user.email.verify", actorId: id, userId: id, data: { email } });
  await announceVerified(tx, context, id);
  await claimVerified(tx, context, verified, email, evidence);
  return verified;
}

/** What a session has shown to be its person's. Somebody who acts as the user has shown nothing. */
export function evidenceOf(context: RequestContext, active: ActiveSession | null): MailboxEvidence {
  if (!active || actorOf(context, active.session) !== null) return {};
  const { session } = active;
  const { provider, password } = session.proofs ?? {};
  return {
    session,
    accountId: provider === undefined ? null : session.signInAccountId,
    passwordProvenAt: password ?? null,
  };
}

/** Marks what is the person's, now that the user's address is verified for the first time, and removes unknown accounts. */
export async function claimVerified(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  evidence: MailboxEvidence,
): Promise<void> {
  await markProven(tx, context, user, email, evidence);
  await removeUnknownAccounts(tx, context, user);
}

/**
 * Marks the session, and what the session has proven: its account, its password, factors of plugins. What carried the
 * session's address before carries the new one: the same person has shown to own both mailboxes.
 */
export async function markProven(
  tx: Transaction,
  context: RequestContext,
  { id: userId }: UserRow,
  email: string,
  { session = null, accountId = null, passwordProvenAt = null }: MailboxEvidence,
): Promise<void> {
  if (session) {
    // Without a new revision: nothing that copies hold of the session changes.
    const where = { id: session.id, userId };
    const standing = await tx.update(sessionTable, { where, set: { verifiedEmail: email } });
    if (standing === 0) return;
    if (session.verifiedEmail !== null && session.verifiedEmail !== email) {
      await moveVerifiedEmail(tx, context, userId, { from: session.verifiedEmail, to: email });
    }
  }
  if (passwordProvenAt !== null) {
    const updatedAt = { lte: new Date(passwordProvenAt) };
    const where = { providerId: credentialProvider, accountId: userId, updatedAt };
    await tx.update(accountTable, { where, set: { verifiedEmail: email } });
  }
  if (accountId !== null) {
    const where = { id: accountId, userId, providerId: { ne: credentialProvider } };
    await tx.update(accountTable, { where, set: { verifiedEmail: email } });
  }
  if (!session) return;
  for (const mark of context.extensions.onMailboxVerified) await mark(tx, { userId, email, session }, context);
}

/** Any table of core or a plugin whose rows carry a mark. */
interface MarkedRow {
  readonly id: string;
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

/**
 * Makes everything of a user that carries one address carry another: the same person owns both. One statement for each
 * table that has the columns `userId` and `verifiedEmail`.
 */
export async function moveVerifiedEmail(
  tx: Transaction,
  { db }: RequestContext,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const { name, columns } of db.schema.values()) {
    if (!columns.userId || !columns.verifiedEmail) continue;
    await tx.update(widen<MarkedRow>({ name }), {
      where: { userId, verifiedEmail: from },
      set: { verifiedEmail: to },
    });
  }
}

/** More linked accounts than anybody has. */
const most = 1_000;

/**
 * Linked accounts whose person never showed to own a mailbox: somebody else may have linked them before the address was
 * verified. They stay if they are all there is: a user who signed up with a provider that gives no address, for example.
 */
async function removeUnknownAccounts(tx: Transaction, context: RequestContext, { id: userId }: UserRow): Promise<void> {
  const unknown = { userId, verifiedEmail: null, providerId: { ne: credentialProvider } };
  const accounts = await tx.findMany(accountTable, { where: unknown, columns: ["id", "providerId"], limit: most });
  if (accounts.length === 0) return;
  const ways = await tx.count(accountTable, {
    where: [
      { userId, providerId: { ne: credentialProvider } },
      { userId, password: { ne: null } },
    ],
  });
  if (ways === accounts.length) return;
  await tx.remove(accountTable, { where: { userId, id: { in: accounts.map(({ id }) => id) } } });
  await tellRemoved(tx, context, userId, accounts);
  const data = { accounts: accounts.map(({ providerId }) => providerId) };
  await recordAudit(tx, context, { action: "user.reclaim", actorId: userId, userId, data });
}

/** Tells the owner which accounts were removed because they carried no address, or another one. */
export async function tellRemoved(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  accounts: readonly Pick<AccountRow, "providerId">[],
): Promise<void> {
  for (const { providerId: provider } of accounts) {
    const change = provider === credentialProvider ? "password-removed" : "account-unlinked";
    await tellOwner(tx, context, userId, change, provider === credentialProvider ? {} : { provider });
  }
}
