/**
 * Verifies mailboxes and marks what belongs to their owner. Rows with the columns `userId` and `verifiedEmail`
 * (sessions, accounts, plugins' factors) store the email that the person behind them has verified. An account recovery
 * by email keeps the rows with that email and removes everything else (`reclaim.ts`).
 */

import { credentialProvider, maxAccounts } from "../accounts/store.ts";
import { recordAudit } from "../audit/store.ts";
import type { Transaction } from "../database/adapter.ts";
import { widen } from "../database/tables.ts";
import type { RequestContext } from "../kernel/context.ts";
import { impersonatorOf } from "../sessions/guards.ts";
import { type AccountRow, accountTable } from "../tables/account.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { notifyUser } from "./security-notices.ts";
import { updateUser } from "./store.ts";
import { notifyEmailVerified } from "./verification.ts";

/** What else the person who used an emailed secret has proven in the same browser. */
export interface MailboxEvidence {
  /** The session in which the secret was used. */
  readonly session?: SessionRow | null;
  /** Id of an account that they have just signed in with. */
  readonly accountId?: string | null;
  /** When they proved the password, in milliseconds since 1970. A password that was set later isn't theirs. */
  readonly passwordProvenAt?: number | null;
}

/**
 * Records that a secret emailed to the user's own email was used. Verifies the email if it wasn't. Marks the session
 * and what it has proven with the email, and everything that was marked with the session's previous email. Keeps the
 * password and all sessions. If the email wasn't verified before, removes linked accounts that aren't marked with an
 * email, unless no other sign-in method would be left.
 *
 * Call it in the transaction that consumes the secret. Don't let anyone without access to the mailbox learn the secret.
 * The session's row changes, but not in a way that cookies or responses show.
 *
 * @param user the row as `tx.lock` returned it; `email` must be its email
 * @param active the session in which the secret was used, if any; an impersonated session counts as none
 * @returns the updated user
 */
export async function verifyMailbox(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  active: ActiveSession | null,
): Promise<UserRow> {
  return verifyMailboxWithEvidence(tx, context, user, email, sessionEvidence(context, active));
}

/** Like `verifyMailbox`, with more evidence. */
export async function verifyMailboxWithEvidence(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  evidence: MailboxEvidence,
): Promise<UserRow> {
  if (user.email !== email) throw new Error("verifyMailbox: email isn't the user's current email. Pass user.email.");
  if (user.emailVerified) {
    await markVerifiedEmail(tx, context, user, email, evidence);
    return user;
  }
  const verified = await updateUser(tx, context, user, { emailVerified: true, provenEmail: null });
  if (!verified) throw new Error("verifyMailbox: the user isn't locked. Pass the row that tx.lock returned.");
  const { id } = user;
  await recordAudit(tx, context, { action: "user.email.verify", actorId: id, userId: id, data: { email } });
  await notifyEmailVerified(tx, context, id);
  await markFirstVerification(tx, context, verified, email, evidence);
  return verified;
}

/** Returns what a session has proven. An impersonated session has proven nothing. */
export function sessionEvidence(context: RequestContext, active: ActiveSession | null): MailboxEvidence {
  if (!active || impersonatorOf(context, active.session) !== null) return {};
  const { session } = active;
  const { provider, password } = session.proofs ?? {};
  return {
    session,
    accountId: provider === undefined ? null : session.signInAccountId,
    passwordProvenAt: password ?? null,
  };
}

/**
 * Marks what belongs to the mailbox's owner after the email's first verification, and removes accounts of unknown
 * origin.
 */
export async function markFirstVerification(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  evidence: MailboxEvidence,
): Promise<void> {
  await markVerifiedEmail(tx, context, user, email, evidence);
  await removeUnverifiedAccounts(tx, context, user);
}

/**
 * Marks the session and what it has proven: its account, its password, and plugins' factors. Everything that was marked
 * with the session's previous email is now marked with the new one, because the same person owns both mailboxes.
 */
export async function markVerifiedEmail(
  tx: Transaction,
  context: RequestContext,
  { id: userId }: UserRow,
  email: string,
  { session = null, accountId = null, passwordProvenAt = null }: MailboxEvidence,
): Promise<void> {
  if (session) {
    // Keeps the revision, because copies of the session don't contain this column.
    const where = { id: session.id, userId };
    const updated = await tx.update(sessionTable, { where, set: { verifiedEmail: email } });
    if (updated === 0) return;
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
  for (const hook of context.extensions.onMailboxVerified) await hook(tx, { userId, email, session }, context);
}

/** A row of any table with a `verifiedEmail` column. */
interface MarkedRow {
  readonly id: string;
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

/**
 * Replaces one verified email with another in all of a user's rows, because the same person owns both. One query per
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

/**
 * Removes linked accounts that aren't marked with an email, because someone else may have linked them before the email
 * was verified. Keeps them if there's no other sign-in method, for example after a sign-up with a provider that returns
 * no email.
 */
async function removeUnverifiedAccounts(
  tx: Transaction,
  context: RequestContext,
  { id: userId }: UserRow,
): Promise<void> {
  const unmarked = { userId, verifiedEmail: null, providerId: { ne: credentialProvider } };
  const accounts = await tx.findMany(accountTable, {
    where: unmarked,
    columns: ["id", "providerId"],
    limit: maxAccounts,
  });
  if (accounts.length === 0) return;
  const signInMethodCount = await tx.count(accountTable, {
    where: [
      { userId, providerId: { ne: credentialProvider } },
      { userId, password: { ne: null } },
    ],
  });
  if (signInMethodCount === accounts.length) return;
  await tx.remove(accountTable, { where: { userId, id: { in: accounts.map(({ id }) => id) } } });
  await notifyRemovedAccounts(tx, context, userId, accounts);
  const data = { accounts: accounts.map(({ providerId }) => providerId) };
  await recordAudit(tx, context, { action: "user.reclaim", actorId: userId, userId, data });
}

/** Emails the user which accounts were removed because they weren't marked with the user's email. */
export async function notifyRemovedAccounts(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  accounts: readonly Pick<AccountRow, "providerId">[],
): Promise<void> {
  for (const { providerId: provider } of accounts) {
    const change = provider === credentialProvider ? "password-removed" : "account-unlinked";
    await notifyUser(tx, context, userId, change, provider === credentialProvider ? {} : { provider });
  }
}
