/** The email that asks users to confirm the deletion of their account. */

import type { OutboxHandler } from "../../kernel/context.ts";
import { type LinkBase, mailLink } from "../../kernel/links.ts";
import { createMailHandler } from "../../outbox/mail.ts";
import { presentUser } from "../../sessions/present.ts";
import { userTable } from "../../tables/user.ts";
import { issueToken, storeToken } from "../../tokens/issue.ts";
import { userDeletionToken } from "../../tokens/kinds.ts";
import { recipientOf } from "../../users/recipient.ts";
import type { DeleteAccountMail, DeleteUserSettings } from "./options.ts";

export const deletionMailKind = "mail.delete-account";

/** The account to delete, and the base of the link in the email. */
export interface DeletionPayload extends LinkBase {
  readonly userId: string;
  /** The user's epoch at the time of the request. A later recovery cancels it. */
  readonly epoch: number;
}

export function createDeletionMailHandler({ sendVerification, expiresIn }: DeleteUserSettings): OutboxHandler {
  return createMailHandler<DeletionPayload, DeleteAccountMail>(
    sendVerification ?? (() => {}),
    async ({ userId, epoch, ...base }, context) => {
      const tokenInput = { subject: userId, userId, data: {}, expiresIn };
      const issuedToken = issueToken(context, userDeletionToken, tokenInput);
      const user = await context.db.transaction(async (tx) => {
        const locked = await tx.lock(userTable, userId);
        if (locked?.epoch !== epoch) return null;
        await storeToken(tx, issuedToken);
        return locked;
      });
      // An unverified email must not be able to delete an account that belongs to the last verified one.
      const to = user && recipientOf(user);
      if (!to) return null;
      const { token } = issuedToken;
      const url = mailLink(context, base, "/delete-user/callback", { token });
      return { user: { ...presentUser(context, user), email: to }, token, url };
    },
  );
}
