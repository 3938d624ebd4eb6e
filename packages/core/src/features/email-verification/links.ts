/** What the link in a verification mail does. */

import { recordAudit } from "../../audit/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { showSession, withUser } from "../../sessions/change.ts";
import { createSession } from "../../sessions/create.ts";
import { emailVerificationToken } from "../../tokens/kinds.ts";
import type { SignedClaims } from "../../tokens/signed.ts";
import { takeToken } from "../../tokens/store.ts";
import { findUser, updateUser } from "../../users/store.ts";
import type { UserRow } from "../../users/table.ts";
import { announceVerified, type EmailLink, type OpenedLink } from "../../users/verification.ts";
import type { EmailVerificationSettings } from "./options.ts";

/** Proves an address. */
export function verificationLink(settings: EmailVerificationSettings): EmailLink {
  return {
    kind: emailVerificationToken,
    async open(context, claims, active) {
      const verified = await verify(context, claims);
      if (!verified) return repeated(context, claims);
      if (active) showSession(context, withUser(active, verified));
      if (active || !settings.autoSignIn) return { outcome: "done", user: null };
      const grounds = { user: verified, method: "email-verification", proven: ["email"] };
      const created = await createSession(context, grounds);
      return { outcome: "done", user: null, ...(created.kind === "challenge" ? { challenge: created.answer } : {}) };
    },
  };
}

/** `null`: not by this call. Of any number of callers one proves the address. */
function verify(context: RequestContext, { jti, sub, email }: SignedClaims): Promise<UserRow | null> {
  return context.db.transaction(async (tx) => {
    if (!(await takeToken(tx, context, emailVerificationToken, jti, sub))) return null;
    const user = await findUser(tx, sub);
    const proven = { emailVerified: true, provenEmail: null, provenAt: user?.provenAt ?? context.now() };
    const changed =
      user && (await updateUser(tx, context, user, proven, { expected: { email, emailVerified: false } }));
    if (!changed) return null;
    await recordAudit(tx, context, { action: "user.email.verify", actorId: sub, userId: sub, data: { email } });
    await announceVerified(tx, context, sub);
    return changed;
  });
}

/** People open a link twice, and mail programs open it before them: who is verified already is told so once more. */
async function repeated(context: RequestContext, { sub, email }: SignedClaims): Promise<OpenedLink> {
  const user = await findUser(context.db, sub);
  if (!user) return { outcome: "USER_NOT_FOUND" };
  return user.emailVerified && user.email === email ? { outcome: "done", user: null } : { outcome: "INVALID_TOKEN" };
}
