/** Handles email change links for `/verify-email`. */

import { UniqueViolation } from "../../database/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { linkBase } from "../../kernel/links.ts";
import { getCallbackURL } from "../../kernel/redirect.ts";
import { syncSessionCookies, withUser } from "../../sessions/change.ts";
import { createSession } from "../../sessions/create.ts";
import type { ActiveSession } from "../../tables/session.ts";
import { userTable } from "../../tables/user.ts";
import type { TokenKind } from "../../tokens/kind.ts";
import { emailChangeToken, newEmailToken } from "../../tokens/kinds.ts";
import type { SignedClaims } from "../../tokens/signed.ts";
import { consumeToken } from "../../tokens/store.ts";
import { markVerifiedEmail, sessionEvidence } from "../../users/mailbox.ts";
import { clearPendingEmail, readPendingEmail } from "../../users/pending-email.ts";
import { findUser } from "../../users/store.ts";
import { type EmailLinkHandler, type EmailLinkResult, notifyEmailVerified } from "../../users/verification.ts";
import { type ChangeEmailPayload, enqueueLinkMail, newEmailMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";
import { replaceEmail } from "./replace-email.ts";

/** The link sent to the current email, and the one sent to the new email. */
export function changeEmailLinks(settings: ChangeEmailSettings): readonly EmailLinkHandler[] {
  const openConfirmation: EmailLinkHandler["open"] = settings.verifyNewFirst
    ? (context, claims, active) => sendNewEmailLink(context, claims, active)
    : (context, claims, active) => completeChange(context, emailChangeToken, claims, active);
  return [
    { kind: emailChangeToken, open: openConfirmation },
    {
      kind: newEmailToken,
      open: (context, claims, active) => completeChange(context, newEmailToken, claims, active),
    },
  ];
}

/** The owner of the current email agreed. Now the new email must be verified. */
function sendNewEmailLink(
  context: RequestContext,
  { jti, sub, email, updateTo }: SignedClaims,
  active: ActiveSession | null,
): Promise<EmailLinkResult> {
  return context.db.transaction(async (tx) => {
    // Lock the user first, in the same order as a cancellation.
    const user = await tx.lock(userTable, sub);
    const consumed = await consumeToken(tx, context, emailChangeToken, jti, sub);
    if (!consumed || !user || user.email !== email || updateTo === undefined)
      return { outcome: "INVALID_TOKEN" } as const;
    const base = linkBase(context, getCallbackURL(context));
    const payload: ChangeEmailPayload = { userId: sub, newEmail: updateTo, email, epoch: user.epoch, ...base };
    await enqueueLinkMail(tx, context, newEmailMailKind, payload);
    // This link was sent to the verified email.
    await markVerifiedEmail(tx, context, user, user.provenEmail ?? user.email, sessionEvidence(context, active));
    return { outcome: "done", user: null } as const;
  });
}

async function completeChange(
  context: RequestContext,
  kind: TokenKind,
  { jti, sub, email, updateTo }: SignedClaims,
  active: ActiveSession | null,
): Promise<EmailLinkResult> {
  const user = await findUser(context.db, sub);
  if (!user) return { outcome: "USER_NOT_FOUND" };
  if (user.email !== email || updateTo === undefined) return { outcome: "INVALID_TOKEN" };
  const isVerified = kind === newEmailToken;
  // If this browser has a sign-in that was blocked only because the user had no email, complete it now.
  const pendingEmail = active === null && isVerified ? readPendingEmail(context) : null;
  const completesSignIn = pendingEmail?.id === user.id && pendingEmail.epoch === user.epoch;
  const evidence = completesSignIn ? { accountId: pendingEmail.accountId } : sessionEvidence(context, active);
  try {
    const changed = await replaceEmail(context, {
      user,
      newEmail: updateTo,
      isVerified,
      base: linkBase(context, getCallbackURL(context)),
      evidence,
      async consume(tx) {
        // Lock the user first, in the same order as a cancellation.
        await tx.lock(userTable, sub);
        if (!(await consumeToken(tx, context, kind, jti, sub))) return false;
        if (isVerified) await notifyEmailVerified(tx, context, sub);
        return true;
      },
    });
    if (!changed) return { outcome: "INVALID_TOKEN" };
    if (active) syncSessionCookies(context, withUser(active, changed));
    if (!completesSignIn) return { outcome: "done", user: changed };
    clearPendingEmail(context);
    const created = await createSession(context, {
      user: changed,
      method: "email-verification",
      provenFactors: ["email"],
      verifiedEmail: changed.email,
      accountId: pendingEmail.accountId,
    });
    return { outcome: "done", user: changed, ...(created.kind === "challenge" ? { challenge: created.response } : {}) };
  } catch (error) {
    // Another user has the new email now. Reject the change; the rollback keeps the link valid.
    if (error instanceof UniqueViolation) return { outcome: "INVALID_USER" };
    throw error;
  }
}
