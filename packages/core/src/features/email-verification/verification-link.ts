/** Handles the link in a verification email. */

import type { RequestContext } from "../../kernel/context.ts";
import { syncSessionCookies, withUser } from "../../sessions/change.ts";
import { createSession } from "../../sessions/create.ts";
import type { ActiveSession } from "../../tables/session.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import type { SignedClaims } from "../../tokens/signed.ts";
import { consumeToken } from "../../tokens/store.ts";
import { sessionEvidence, verifyMailboxWithEvidence } from "../../users/mailbox.ts";
import { clearSignUpCookie, readSignUpEvidence } from "../../users/sign-up-cookie.ts";
import { findUser } from "../../users/store.ts";
import type { EmailLinkHandler, EmailLinkResult } from "../../users/verification.ts";
import type { EmailVerificationSettings } from "./options.ts";

/** Verifies the email and optionally signs the user in. */
export function verificationLink(settings: EmailVerificationSettings): EmailLinkHandler {
  return {
    kind: emailVerificationToken,
    async open(context, claims, active) {
      const verified = await verify(context, claims, active);
      if (!verified) return reopen(context, claims);
      clearSignUpCookie(context);
      if (active) syncSessionCookies(context, withUser(active, verified));
      if (active || !settings.autoSignIn) return { outcome: "done", user: null };
      const newSession = {
        user: verified,
        method: "email-verification",
        provenFactors: ["email"],
        verifiedEmail: verified.email,
      };
      const created = await createSession(context, newSession);
      return { outcome: "done", user: null, ...(created.kind === "challenge" ? { challenge: created.response } : {}) };
    },
  };
}

/** Returns `null` if this call didn't verify the email. Of several concurrent calls, only one does. */
function verify(
  context: RequestContext,
  { jti, sub, email }: SignedClaims,
  active: ActiveSession | null,
): Promise<UserRow | null> {
  return context.db.transaction(async (tx) => {
    if (!(await consumeToken(tx, context, emailVerificationToken, jti, sub))) return null;
    const user = await tx.lock(userTable, sub);
    if (!user || user.email !== email || user.emailVerified) return null;
    const evidence = active ? sessionEvidence(context, active) : readSignUpEvidence(context, user);
    return verifyMailboxWithEvidence(tx, context, user, email, evidence);
  });
}

/** Users open links twice and email clients prefetch them, so an email that's already verified succeeds again. */
async function reopen(context: RequestContext, { sub, email }: SignedClaims): Promise<EmailLinkResult> {
  const user = await findUser(context.db, sub);
  if (!user) return { outcome: "USER_NOT_FOUND" };
  return user.emailVerified && user.email === email ? { outcome: "done", user: null } : { outcome: "INVALID_TOKEN" };
}
