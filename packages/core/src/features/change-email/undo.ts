/** The way back for the owner of an address that was replaced: a page with one button. */

import { accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { checkRedirect, type SafeURL } from "../../plugin/redirect.ts";
import { clearSessionCookies } from "../../sessions/cookies.ts";
import { page as pageOutput } from "../../shapes/shape.ts";
import { emailUndoToken } from "../../tokens/kinds.ts";
import { peekToken, takeToken } from "../../tokens/store.ts";
import { reclaimAccount } from "../../users/reclaim.ts";
import { userTable } from "../../users/table.ts";
import type { ChangeEmailCalls, UndoEmailChangeInput } from "./contract.ts";
import { page } from "./page.ts";

const link: input.InputField<UndoEmailChangeInput> = input.object({ token: input.id, callbackURL: input.target });

/** Mail programs open links by themselves: the link shows a page, and only its button changes anything. */
export const undoEmailChangePage: EndpointOf<ChangeEmailCalls["undoEmailChangePage"]> = defineEndpoint({
  method: "GET",
  path: "/undo-email-change",
  summary: "A page on which a change of address can be undone",
  input: link,
  output: pageOutput,
  statements: 1,
  rateLimit: { window: 60, max: 20 },
  async handle({ token, callbackURL }, context) {
    const goTo = await checkRedirect(context, "callbackURL", callbackURL || "/");
    const standing = await peekToken(context.db, context, emailUndoToken, token);
    if (!standing) return tooLate(context, goTo);
    return page(context, goTo, {
      title: "Undo the change of address?",
      text: `Your account moved to ${standing.data.newEmail}. If you did not want that, put ${standing.subject} back: every device is signed out then, and the password has to be set anew by mail.`,
      form: {
        action: `${context.settings.basePath}/undo-email-change`,
        fields: { token, callbackURL: goTo },
        button: "Undo the change",
      },
    });
  },
});

/** @param canReset whether a new password can be set by mail, so that the present one can be taken away */
export function undoEmailChange(canReset: boolean): EndpointOf<ChangeEmailCalls["undoEmailChange"]> {
  return defineEndpoint({
    method: "POST",
    path: "/undo-email-change",
    summary: "Undo a change of address",
    input: link,
    output: pageOutput,
    statements: 8,
    rateLimit: { window: 60, max: 10 },
    form: true,
    async handle({ token, callbackURL }, context) {
      const goTo = await checkRedirect(context, "callbackURL", callbackURL || "/");
      try {
        const email = await undo(context, token, canReset);
        if (email === null) return tooLate(context, goTo);
        clearSessionCookies(context);
        const next = canReset
          ? "Every device was signed out. Now set a new password by mail."
          : "Every device was signed out.";
        return page(context, goTo, { title: `${email} is back`, text: next });
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error;
        return page(context, goTo, {
          title: "The change could not be undone",
          text: "Another account uses this address by now. Please write to the people who run this app.",
        });
      }
    },
  });
}

/** The token shows that the caller owns the mailbox: everything that could be somebody else's goes. */
function undo(context: RequestContext, token: string, canReset: boolean): Promise<string | null> {
  return context.db.transaction(async (tx) => {
    const used = await takeToken(tx, context, emailUndoToken, token);
    const user = used?.userId ? await tx.lock(userTable, used.userId) : null;
    if (!used || !user) return null;
    const { subject: email, createdAt } = used;
    await reclaimAccount(tx, context, user, email, {
      set: { email, emailVerified: true, provenEmail: null },
      // Replaced by a new one, or the only one the owner can get.
      keepPassword: true,
      always: true,
      endSessions: true,
      // Also what was set up since in a session that carried the owner's address: it may have been stolen.
      since: createdAt,
      // Links of later changes belong to whoever made those. One of an earlier change is its owner's.
      keepUndoLinksUntil: createdAt,
    });
    // Without reset mails a password from before the change stays, or its owner couldn't sign in.
    const where = canReset ? { userId: user.id } : { userId: user.id, updatedAt: { gte: createdAt } };
    await tx.update(accountTable, { where, set: { password: null } });
    await recordAudit(tx, context, { action: "user.email.undo", actorId: user.id, userId: user.id });
    return email;
  });
}

function tooLate(context: RequestContext, goTo: SafeURL): Response {
  return page(context, goTo, {
    title: "This link is not good any more",
    text: "It was used already, or it is older than seven days.",
  });
}
