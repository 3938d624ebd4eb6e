/** The mail that asks whether an account shall really be deleted. */

import { isMailable, mailDeliverer } from "../../outbox/mail.ts";
import { type LinkBase, mailLink } from "../../plugin/links.ts";
import type { OutboxHandler } from "../../plugin/plugin.ts";
import { presentUser } from "../../sessions/present.ts";
import { userDeletionToken } from "../../tokens/kinds.ts";
import { mintToken, storeToken } from "../../tokens/store.ts";
import { userTable } from "../../users/table.ts";
import type { DeleteAccountMail, DeleteUserSettings } from "./options.ts";

export const deletionMailKind = "mail.delete-account";

/** Whose account, and where the link leads. */
export interface DeletionWish extends LinkBase {
  readonly userId: string;
  /** What the user was like when they wished it: recovery since then ends it. */
  readonly epoch: number;
}

export function deletionMailDeliverer({ send, expiresIn }: DeleteUserSettings): OutboxHandler {
  return mailDeliverer<DeletionWish, DeleteAccountMail>(
    send ?? (() => {}),
    async ({ userId, epoch, ...base }, context) => {
      const about = { subject: userId, userId, data: {}, expiresIn };
      const minted = mintToken(context, userDeletionToken, about);
      const user = await context.db.transaction(async (tx) => {
        const locked = await tx.lock(userTable, userId);
        if (locked?.epoch !== epoch) return null;
        await storeToken(tx, minted);
        return locked;
      });
      // An address that is not proven must not be able to delete what the last proven one owns.
      const to = user?.provenEmail ?? user?.email;
      if (!user || !to || !isMailable(to)) return null;
      const { token } = minted;
      const url = mailLink(context, base, "/delete-user/callback", { token });
      return { user: { ...presentUser(context, user), email: to }, token, url };
    },
  );
}
