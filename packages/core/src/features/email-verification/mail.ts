/** The verification mail: asked for in the transaction of a change, made when it is delivered. */

import { isMailable, mailDeliverer } from "../../outbox/mail.ts";
import { mailLink, serverURL } from "../../plugin/links.ts";
import type { OutboxHandler } from "../../plugin/plugin.ts";
import { presentUser } from "../../sessions/present.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import { mintSignedToken, storeToken } from "../../tokens/store.ts";
import { findUserByEmail } from "../../users/store.ts";
import type { VerificationMail, VerificationWish } from "../../users/verification.ts";
import type { EmailVerificationSettings } from "./options.ts";

/** Sends it, if the address is somebody's and still unproven by then. */
export function verificationDeliverer({ send, expiresIn }: EmailVerificationSettings): OutboxHandler {
  return mailDeliverer<VerificationWish, VerificationMail>(send ?? (() => {}), async ({ email, ...base }, context) => {
    const user = await findUserByEmail(context.db, email);
    if (!user || user.emailVerified || !send || !isMailable(email)) return null;
    const minted = await mintSignedToken(context, emailVerificationToken, {
      subject: user.id,
      userId: user.id,
      data: {},
      email,
      issuer: serverURL(context, base),
      expiresIn,
    });
    await storeToken(context.db, minted);
    const { token } = minted;
    return { user: presentUser(context, user), token, url: mailLink(context, base, "/verify-email", { token }) };
  });
}
