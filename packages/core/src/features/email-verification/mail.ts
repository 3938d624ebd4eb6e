/** The verification email. It's queued in the transaction of a change and created when it's delivered. */

import type { OutboxHandler } from "../../kernel/context.ts";
import { mailLink, serverURL } from "../../kernel/links.ts";
import { createMailHandler, isMailable } from "../../outbox/mail.ts";
import { presentUser } from "../../sessions/present.ts";
import { discardToken, issueSignedToken, storeToken } from "../../tokens/issue.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import { findUserByEmail } from "../../users/store.ts";
import type { VerificationMail, VerificationRequest } from "../../users/verification.ts";
import type { EmailVerificationSettings } from "./options.ts";

/**
 * Sends the email if it belongs to a user and is still unverified. Always signs a token and sends a query, because
 * other requests wait during this work, so its timing would otherwise reveal which emails have an unverified user.
 */
export function createVerificationMailHandler({
  sendVerification,
  expiresIn,
}: EmailVerificationSettings): OutboxHandler {
  return createMailHandler<VerificationRequest, VerificationMail>(
    sendVerification ?? (() => {}),
    async ({ email, ...base }, context) => {
      const user = await findUserByEmail(context.db, email);
      const shouldSend = user !== null && !user.emailVerified && sendVerification !== null && isMailable(email);
      const issuedToken = await issueSignedToken(context, emailVerificationToken, {
        subject: user?.id ?? email,
        userId: user?.id ?? null,
        data: {},
        email,
        issuer: serverURL(context, base),
        expiresIn,
      });
      if (!shouldSend) {
        await discardToken(context.db, issuedToken);
        return null;
      }
      await storeToken(context.db, issuedToken);
      const { token } = issuedToken;
      return { user: presentUser(context, user), token, url: mailLink(context, base, "/verify-email", { token }) };
    },
  );
}
