/** The verification mail: asked for in the transaction of a change, made when it is delivered. */

import { isMailable, mailDeliverer } from "../../outbox/mail.ts";
import { mailLink, serverURL } from "../../plugin/links.ts";
import type { OutboxHandler } from "../../plugin/plugin.ts";
import { presentUser } from "../../sessions/present.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import { dropToken, mintSignedToken, storeToken } from "../../tokens/store.ts";
import { findUserByEmail } from "../../users/store.ts";
import type { VerificationMail, VerificationWish } from "../../users/verification.ts";
import type { EmailVerificationSettings } from "./options.ts";

/**
 * Sends it if the address belongs to a user and is still unverified by then. A token is signed and a statement sent in any
 * case: this work happens while other requests wait, and its time would tell which addresses have an unverified user.
 */
export function verificationDeliverer({ send, expiresIn }: EmailVerificationSettings): OutboxHandler {
  return mailDeliverer<VerificationWish, VerificationMail>(send ?? (() => {}), async ({ email, ...base }, context) => {
    const user = await findUserByEmail(context.db, email);
    const isWanted = user !== null && !user.emailVerified && send !== null && isMailable(email);
    const minted = await mintSignedToken(context, emailVerificationToken, {
      subject: user?.id ?? email,
      userId: user?.id ?? null,
      data: {},
      email,
      issuer: serverURL(context, base),
      expiresIn,
    });
    if (!isWanted) {
      await dropToken(context.db, minted);
      return null;
    }
    await storeToken(context.db, minted);
    const { token } = minted;
    return { user: presentUser(context, user), token, url: mailLink(context, base, "/verify-email", { token }) };
  });
}
