/** What the link in a verification mail does. */

import type { RequestContext } from "../../plugin/context.ts";
import { showSession, withUser } from "../../sessions/change.ts";
import { createSession } from "../../sessions/create.ts";
import { evidenceOfSignUp, forgetSignUp } from "../../sessions/sign-up-cookie.ts";
import type { ActiveSession } from "../../sessions/table.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import type { SignedClaims } from "../../tokens/signed.ts";
import { takeToken } from "../../tokens/store.ts";
import { evidenceOf, verifyMailboxWith } from "../../users/mailbox.ts";
import { findUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import type { EmailLink, OpenedLink } from "../../users/verification.ts";
import type { EmailVerificationSettings } from "./options.ts";

/** Proves an address. */
export function verificationLink(settings: EmailVerificationSettings): EmailLink {
  return {
    kind: emailVerificationToken,
    async open(context, claims, active) {
      const verified = await verify(context, claims, active);
      if (!verified) return repeated(context, claims);
      forgetSignUp(context);
      if (active) showSession(context, withUser(active, verified));
      if (active || !settings.autoSignIn) return { outcome: "done", user: null };
      const grounds = {
        user: verified,
        method: "email-verification",
        proven: ["email"],
        verifiedEmail: verified.email,
      };
      const created = await createSession(context, grounds);
      return { outcome: "done", user: null, ...(created.kind === "challenge" ? { challenge: created.answer } : {}) };
    },
  };
}

/** `null`: not by this call. Of any number of callers one proves the address. */
function verify(
  context: RequestContext,
  { jti, sub, email }: SignedClaims,
  active: ActiveSession | null,
): Promise<UserRow | null> {
  return context.db.transaction(async (tx) => {
    if (!(await takeToken(tx, context, emailVerificationToken, jti, sub))) return null;
    const user = await tx.lock(userTable, sub);
    if (!user || user.email !== email || user.emailVerified) return null;
    const evidence = active ? evidenceOf(context, active) : evidenceOfSignUp(context, user);
    return verifyMailboxWith(tx, context, user, email, evidence);
  });
}

/** People open a link twice, and mail programs open it before them: who is verified already is told so once more. */
async function repeated(context: RequestContext, { sub, email }: SignedClaims): Promise<OpenedLink> {
  const user = await findUser(context.db, sub);
  if (!user) return { outcome: "USER_NOT_FOUND" };
  return user.emailVerified && user.email === email ? { outcome: "done", user: null } : { outcome: "INVALID_TOKEN" };
}
