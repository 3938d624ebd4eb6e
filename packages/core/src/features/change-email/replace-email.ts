/** Replaces a user's email and updates everything that depends on it. */

import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { LinkBase } from "../../kernel/links.ts";
import { encryptMessage, enqueueMessage, type OutboxMessage } from "../../outbox/store.ts";
import type { UserRow } from "../../tables/user.ts";
import { type IssuedToken, issueToken, storeToken } from "../../tokens/issue.ts";
import { emailUndoToken } from "../../tokens/kinds.ts";
import { revokeTokens } from "../../tokens/revoke.ts";
import { type MailboxEvidence, markFirstVerification, markVerifiedEmail } from "../../users/mailbox.ts";
import { notifyUser } from "../../users/security-notices.ts";
import { checkNotReserved, updateUser } from "../../users/store.ts";
import { createVerificationMessage } from "../../users/verification.ts";
import { type EmailChangedPayload, emailChangedMailKind } from "./mails.ts";

/** A change to a user's email. */
export interface EmailChange {
  readonly user: UserRow;
  readonly newEmail: string;
  /** Whether the user has just verified the new email. */
  readonly isVerified: boolean;
  readonly base: LinkBase;
  /** Whether a verification email can be sent to the new email. Default: true. */
  readonly canSendEmail?: boolean;
  /** Other proofs from the browser that opened the link. Default: none. */
  readonly evidence?: MailboxEvidence;
  /** Consumes the token that allows the change, in the same transaction. Returns `false` if it's no longer valid. */
  consume?(tx: Transaction): Promise<boolean>;
}

/** Rolls back what `consume` did, because the user changed between the read and the update. */
class UserChanged extends Error {}

/**
 * Replaces a user's email and revokes pending links. If the new email is unverified and the app sends verification
 * emails, sends one. Notifies the last verified email, if there is one, and reserves it if the app sends undo links.
 *
 * @returns the updated user, or `null` if the change is no longer allowed
 * @throws {UniqueViolation} if the new email is taken
 * @throws {AuthError} if a plugin rejects the change
 */
export async function replaceEmail(context: RequestContext, change: EmailChange): Promise<UserRow | null> {
  const { user, newEmail, isVerified, base, canSendEmail = true, evidence = {}, consume } = change;
  // An unverified email can't override the verified one before it.
  const verifiedEmail = user.emailVerified ? user.email : user.provenEmail;
  const undo =
    context.settings.sendsEmailChanged && verifiedEmail !== null
      ? await createUndoMessage(context, user, verifiedEmail, newEmail, base)
      : null;
  const replaced = context.db.transaction(async (tx) => {
    if (consume && !(await consume(tx))) return null;
    const set = { email: newEmail, emailVerified: isVerified, provenEmail: isVerified ? null : verifiedEmail };
    // The proof that the user had to give depended on all three values.
    const { email, emailVerified, provenEmail } = user;
    const changed = await updateUser(tx, context, user, set, {
      expected: { email, emailVerified, provenEmail },
      newEpoch: true,
    });
    if (!changed) throw new UserChanged();
    for (const check of context.extensions.emailChangeChecks) await check(tx, { from: email, to: newEmail });
    await checkNotReserved(tx, context, newEmail, user.id);
    await revokeTokens(tx, context, user.id);
    if (undo !== null) {
      await storeToken(tx, undo.issuedToken);
      await enqueueMessage(tx, context, undo.message);
    } else if (verifiedEmail !== null) {
      await notifyUser(tx, context, user.id, "email-changed", { to: verifiedEmail });
    }
    if (!isVerified && canSendEmail && context.settings.verification.sendsOnChange) {
      await enqueueMessage(tx, context, createVerificationMessage(context, newEmail, base));
    }
    await recordAudit(tx, context, { action: "user.email.change", actorId: user.id, userId: user.id });
    if (isVerified) await markFirstVerification(tx, context, changed, newEmail, evidence);
    // The link went to the previous email, so the user of this session owns that mailbox.
    else if (evidence.session && verifiedEmail !== null)
      await markVerifiedEmail(tx, context, changed, verifiedEmail, evidence);
    return changed;
  });
  return replaced.catch((error: unknown) => {
    if (error instanceof UserChanged) return null;
    throw error;
  });
}

interface UndoMessage {
  readonly issuedToken: IssuedToken;
  readonly message: OutboxMessage;
}

/** The undo token is stored in the same transaction as the change and reserves the old email from then on. */
async function createUndoMessage(
  context: RequestContext,
  user: UserRow,
  oldEmail: string,
  newEmail: string,
  base: LinkBase,
): Promise<UndoMessage> {
  const tokenInput = { subject: oldEmail, userId: user.id, data: { newEmail } };
  const issuedToken = issueToken(context, emailUndoToken, tokenInput);
  const payload: EmailChangedPayload = { userId: user.id, oldEmail, newEmail, token: issuedToken.token, ...base };
  return { issuedToken, message: await encryptMessage(context, emailChangedMailKind, payload) };
}
