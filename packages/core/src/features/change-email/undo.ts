/** Lets the owner of a replaced email undo the change, on a page with one button. */

import { recordAudit } from "../../audit/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { SafeURL } from "../../http/origins.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { clearSessionCookies } from "../../sessions/cookies.ts";
import { page as pageOutput } from "../../shapes/shape.ts";
import { accountTable } from "../../tables/account.ts";
import { userTable } from "../../tables/user.ts";
import { emailUndoToken } from "../../tokens/kinds.ts";
import { consumeToken, peekToken } from "../../tokens/store.ts";
import { reclaimAccount } from "../../users/reclaim.ts";
import type { ChangeEmailCalls, UndoEmailChangeInput } from "./contract.ts";
import { emailPage } from "./email-page.ts";

const linkInput: input.InputField<UndoEmailChangeInput> = input.object({ token: input.id, callbackURL: input.target });

/**
 * Email clients prefetch links, so the link only shows a page. Its button makes the change.
 *
 * @param canReset whether users can reset their password by email
 */
export function undoEmailChangePage(canReset: boolean): EndpointOf<ChangeEmailCalls["undoEmailChangePage"]> {
  return defineEndpoint({
    method: "GET",
    path: "/undo-email-change",
    summary: "Show the undo page for an email change",
    input: linkInput,
    output: pageOutput,
    queryBudget: 1,
    rateLimit: { window: 60, max: 20 },
    async handle({ token, callbackURL }, context) {
      const redirectURL = await checkRedirect(context, "callbackURL", callbackURL || "/");
      const validToken = await peekToken(context.db, context, emailUndoToken, token);
      if (!validToken) return invalidLinkPage(context, redirectURL);
      const consequences = canReset
        ? "This signs you out on all devices, and you have to reset your password."
        : "This signs you out on all devices.";
      return emailPage(context, redirectURL, {
        title: "Undo the email change?",
        text: `Your account now uses ${validToken.data.newEmail}. If you didn't make this change, switch back to ${validToken.subject}. ${consequences}`,
        form: {
          action: `${context.settings.basePath}/undo-email-change`,
          fields: { token, callbackURL: redirectURL },
          button: "Undo email change",
        },
      });
    },
  });
}

/**
 * @param canReset whether users can reset their password by email. If so, undoing removes the password. If not, it
 * removes only a password that was set after the change.
 */
export function undoEmailChange(canReset: boolean): EndpointOf<ChangeEmailCalls["undoEmailChange"]> {
  return defineEndpoint({
    method: "POST",
    path: "/undo-email-change",
    summary: "Undo an email change",
    input: linkInput,
    output: pageOutput,
    queryBudget: 8,
    rateLimit: { window: 60, max: 10 },
    acceptsForm: true,
    async handle({ token, callbackURL }, context) {
      const redirectURL = await checkRedirect(context, "callbackURL", callbackURL || "/");
      try {
        const email = await restoreEmail(context, token, canReset);
        if (email === null) return invalidLinkPage(context, redirectURL);
        clearSessionCookies(context);
        const nextStep = canReset
          ? "You were signed out on all devices. Reset your password to sign in again."
          : "You were signed out on all devices.";
        return emailPage(context, redirectURL, { title: `Your email is ${email} again`, text: nextStep });
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error;
        return emailPage(context, redirectURL, {
          title: "Couldn't undo the email change",
          text: "Another account now uses this email. Contact support.",
        });
      }
    },
  });
}

/** The token proves control of the mailbox. Remove anything another person could have added. */
function restoreEmail(context: RequestContext, token: string, canReset: boolean): Promise<string | null> {
  return context.db.transaction(async (tx) => {
    const used = await consumeToken(tx, context, emailUndoToken, token);
    const user = used?.userId ? await tx.lock(userTable, used.userId) : null;
    if (!used || !user) return null;
    const { subject: email, createdAt } = used;
    await reclaimAccount(tx, context, user, email, {
      reason: "undo",
      set: { email, emailVerified: true, provenEmail: null },
      // Handled below, because the password is removed only in some cases.
      keepPassword: true,
      alwaysRevoke: true,
      endSessions: true,
      // Also remove what was added since then in sessions marked as the owner's, because those may have been stolen.
      since: createdAt,
      // Undo links of later changes could belong to an attacker. Links of earlier changes belong to the owner.
      keepUndoLinksUntil: createdAt,
    });
    // Without reset emails, keep a password from before the change. Otherwise the owner couldn't sign in.
    const where = canReset ? { userId: user.id } : { userId: user.id, updatedAt: { gte: createdAt } };
    await tx.update(accountTable, { where, set: { password: null } });
    await recordAudit(tx, context, { action: "user.email.undo", actorId: user.id, userId: user.id });
    return email;
  });
}

function invalidLinkPage(context: RequestContext, redirectURL: SafeURL): Response {
  return emailPage(context, redirectURL, {
    title: "This link is no longer valid",
    text: "It was already used, or it's more than seven days old.",
  });
}
