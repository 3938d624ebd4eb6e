/** The emails about an email change. */

import type { Transaction } from "../../database/adapter.ts";
import type { AuthContext, OutboxHandler, RequestContext } from "../../kernel/context.ts";
import { type LinkBase, mailLink, serverURL } from "../../kernel/links.ts";
import { createMailHandler, isMailable } from "../../outbox/mail.ts";
import { createMessage, enqueueMessage } from "../../outbox/store.ts";
import { presentUser } from "../../sessions/present.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { issueSignedToken, issueToken, storeToken } from "../../tokens/issue.ts";
import { emailChangeRequest, emailChangeToken, newEmailToken } from "../../tokens/kinds.ts";
import { peekToken } from "../../tokens/store.ts";
import { recipientOf } from "../../users/recipient.ts";
import { findUser } from "../../users/store.ts";
import type { VerificationMail } from "../../users/verification.ts";
import type { ChangeEmailMail, ChangeEmailSettings, EmailChangedMail } from "./options.ts";

export const changeEmailMailKind = "mail.change-email";
export const newEmailMailKind = "mail.new-email";
export const emailChangedMailKind = "mail.email-changed";

/** A change that still needs confirmation. */
export interface ChangeEmailPayload extends LinkBase {
  readonly userId: string;
  readonly newEmail: string;
  /** The user's email and epoch at the time of the request. A later recovery or email change cancels it. */
  readonly email: string;
  readonly epoch: number;
  /** Set if a second factor confirmed the change, in place of the current email. */
  readonly confirmWith?: "second-factor";
}

/** The payload that the outbox stores. */
interface RequestedPayload extends ChangeEmailPayload {
  /** Identifies the stored request. It doesn't grant access to anything, so it needn't be encrypted. */
  readonly request: string;
}

/** A completed change. */
export interface EmailChangedPayload extends LinkBase {
  readonly userId: string;
  readonly newEmail: string;
  readonly oldEmail: string;
  readonly token: string;
}

/**
 * Stores the request and the email with its link, in place of the user's earlier requests. Call it in a transaction.
 * Sends two queries, plus one for the message.
 */
export async function enqueueLinkMail(
  tx: Transaction,
  context: RequestContext,
  kind: typeof changeEmailMailKind | typeof newEmailMailKind,
  payload: ChangeEmailPayload,
): Promise<void> {
  const { userId } = payload;
  const request = issueToken(context, emailChangeRequest, { subject: userId, userId, data: {} });
  await storeToken(tx, request);
  const requested: RequestedPayload = { ...payload, request: request.token };
  await enqueueMessage(tx, context, createMessage(context, kind, requested));
}

/** Asks for confirmation at the last verified email, or at the current one if none was verified before. */
export function createChangeEmailMailHandler({ sendConfirmation }: ChangeEmailSettings): OutboxHandler {
  return createMailHandler<RequestedPayload, ChangeEmailMail>(
    sendConfirmation ?? (() => {}),
    async (payload, context) => {
      const link = await prepareLink(context, emailChangeToken, payload);
      if (!link) return null;
      const email = recipientOf(link.user);
      if (email === null) return null;
      const { newEmail } = payload;
      return { user: { ...presentUser(context, link.user), email }, newEmail, token: link.token, url: link.url };
    },
  );
}

/** Verifies the new email before it replaces the old one. */
export function createNewEmailMailHandler({ sendVerification }: ChangeEmailSettings): OutboxHandler {
  return createMailHandler<RequestedPayload, VerificationMail>(
    sendVerification ?? (() => {}),
    async (payload, context) => {
      const link = await prepareLink(context, newEmailToken, payload);
      if (!link || !isMailable(payload.newEmail)) return null;
      return {
        user: { ...presentUser(context, link.user), email: payload.newEmail },
        token: link.token,
        url: link.url,
      };
    },
  );
}

/** Notifies the replaced email. The undo token was stored with the change. */
export function createEmailChangedMailHandler({ sendChanged }: ChangeEmailSettings): OutboxHandler {
  return createMailHandler<EmailChangedPayload, EmailChangedMail>(
    sendChanged ?? (() => {}),
    async (payload, context) => {
      const { userId, oldEmail, newEmail, token, ...base } = payload;
      const user = await findUser(context.db, userId);
      if (!user || !isMailable(oldEmail)) return null;
      const url = mailLink(context, base, "/undo-email-change", { token });
      return { user: presentUser(context, user), oldEmail, newEmail, token, url };
    },
  );
}

interface PreparedLink {
  readonly user: UserRow;
  readonly token: string;
  readonly url: string;
}

async function prepareLink(
  context: AuthContext,
  kind: typeof newEmailToken,
  { userId, newEmail, email, epoch, confirmWith, request, ...base }: RequestedPayload,
): Promise<PreparedLink | null> {
  const issuedToken = await issueSignedToken(context, kind, {
    subject: userId,
    userId,
    data: { newEmail, ...(confirmWith ? { confirmWith } : {}) },
    email,
    updateTo: newEmail,
    issuer: serverURL(context, base),
  });
  const stored = await context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, userId);
    // A late retry must not revive a request from before a recovery.
    if (!user || user.email !== email || user.epoch !== epoch) return null;
    // Canceled, or replaced by a newer request.
    if (!(await peekToken(tx, context, emailChangeRequest, request))) return null;
    await storeToken(tx, issuedToken);
    return user;
  });
  if (!stored) return null;
  const { token } = issuedToken;
  return { user: stored, token, url: mailLink(context, base, "/verify-email", { token }) };
}
