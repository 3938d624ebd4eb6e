/** The mails about a change of address. */

import { isMailable, mailDeliverer } from "../../outbox/mail.ts";
import type { AuthContext } from "../../plugin/context.ts";
import { type LinkBase, mailLink, serverURL } from "../../plugin/links.ts";
import type { OutboxHandler } from "../../plugin/plugin.ts";
import { presentUser } from "../../sessions/present.ts";
import type { TokenKind } from "../../tokens/kind.ts";
import { emailChangeToken, newEmailToken } from "../../tokens/kinds.ts";
import { mintSignedToken, storeToken } from "../../tokens/store.ts";
import { findUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import type { VerificationMail } from "../../users/verification.ts";
import type { ChangeEmailMail, ChangeEmailSettings, EmailChangedMail } from "./options.ts";

export const changeMailKind = "mail.change-email";
export const newAddressMailKind = "mail.new-email";
export const changedMailKind = "mail.email-changed";

/** A change that is to be agreed to. */
export interface ChangeWish extends LinkBase {
  readonly userId: string;
  readonly newEmail: string;
  /** What the user was like when they wished it: recovery and other changes since then end it. */
  readonly email: string;
  readonly epoch: number;
}

/** A change that was made. */
export interface ChangedWish extends LinkBase {
  readonly userId: string;
  readonly newEmail: string;
  readonly oldEmail: string;
  readonly token: string;
}

/** Asks at the current address, or at the last proven one while that is not. */
export function changeMailDeliverer({ ask }: ChangeEmailSettings): OutboxHandler {
  return mailDeliverer<ChangeWish, ChangeEmailMail>(ask ?? (() => {}), async (wish, context) => {
    const link = await prepare(context, emailChangeToken, wish);
    if (!link) return null;
    const email = link.user.provenEmail ?? link.user.email;
    if (!isMailable(email)) return null;
    const { newEmail } = wish;
    return { user: { ...presentUser(context, link.user), email }, newEmail, token: link.token, url: link.url };
  });
}

/** Asks the new address for a proof, before it takes the place of the old one. */
export function newAddressMailDeliverer({ sendProof }: ChangeEmailSettings): OutboxHandler {
  return mailDeliverer<ChangeWish, VerificationMail>(sendProof ?? (() => {}), async (wish, context) => {
    const link = await prepare(context, newEmailToken, wish);
    if (!link || !isMailable(wish.newEmail)) return null;
    return { user: { ...presentUser(context, link.user), email: wish.newEmail }, token: link.token, url: link.url };
  });
}

/** Tells the address that was replaced. The token is there since the change. */
export function changedMailDeliverer({ tell }: ChangeEmailSettings): OutboxHandler {
  return mailDeliverer<ChangedWish, EmailChangedMail>(tell ?? (() => {}), async (wish, context) => {
    const { userId, oldEmail, newEmail, token, ...base } = wish;
    const user = await findUser(context.db, userId);
    if (!user || !isMailable(oldEmail)) return null;
    const url = mailLink(context, base, "/undo-email-change", { token });
    return { user: presentUser(context, user), oldEmail, newEmail, token, url };
  });
}

interface PreparedLink {
  readonly user: UserRow;
  readonly token: string;
  readonly url: string;
}

async function prepare(
  context: AuthContext,
  kind: TokenKind<object>,
  { userId, newEmail, email, epoch, ...base }: ChangeWish,
): Promise<PreparedLink | null> {
  const minted = await mintSignedToken(context, kind, {
    subject: userId,
    userId,
    data: {},
    email,
    updateTo: newEmail,
    issuer: serverURL(context, base),
  });
  const stored = await context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, userId);
    // However late the mail is tried again, a wish from before a recovery is none any more.
    if (!user || user.email !== email || user.epoch !== epoch) return null;
    await storeToken(tx, minted);
    return user;
  });
  if (!stored) return null;
  const { token } = minted;
  return { user: stored, token, url: mailLink(context, base, "/verify-email", { token }) };
}
