/** `/delete-user` and the link in its email. */

import { verifyUserPassword } from "../../accounts/password.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import { redirectResponse } from "../../http/reply.ts";
import { requireHeaders } from "../../kernel/caller.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { linkBase } from "../../kernel/links.ts";
import { buildRedirect, checkRedirect } from "../../kernel/redirect.ts";
import { createMessage, enqueueMessage } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { clearSessionCookies } from "../../sessions/cookies.ts";
import { denyImpersonation, isFresh, requiredProofs, requireSession } from "../../sessions/guards.ts";
import { readSession } from "../../sessions/read.ts";
import type { ActiveSession } from "../../tables/session.ts";
import type { AccountCalls, DeleteUserResult } from "./contract.ts";
import { type DeletionPayload, deletionMailKind } from "./deletion-mail.ts";
import { deleteUserErrors, deletionLinkErrors } from "./errors.ts";
import type { DeleteUserSettings } from "./options.ts";
import { deleteUserCallbackOutput, deleteUserOutput } from "./outputs.ts";
import { type DeletionConfirmation, removeUser } from "./remove-user.ts";

/**
 * Deletes the caller's account if it's confirmed by an emailed token, the password, or a fresh session. If the app
 * requires confirmation by email and there's no token, emails a link instead.
 */
export function deleteUser(settings: DeleteUserSettings): EndpointOf<AccountCalls["deleteUser"]> {
  return defineEndpoint({
    method: "POST",
    path: "/delete-user",
    summary: "Delete the account, or email a confirmation link",
    isSensitive: true,
    changes: ["session"],
    input: input.object({
      password: input.optional(input.password),
      token: input.optional(input.id),
      callbackURL: input.target,
    }),
    output: deleteUserOutput,
    stages: ["deleteUser"],
    guards: [requireSession, denyImpersonation],
    errors: deleteUserErrors,
    queryBudget: 4,
    rateLimit: { window: 60, max: 10 },
    async handle(body, context) {
      if (!settings.enabled) fail(httpErrors, "NOT_FOUND");
      const callbackURL = await checkRedirect(context, "callbackURL", body.callbackURL ?? "/");
      const active = { session: context.session, user: context.user };
      const { id } = active.user;
      if (body.token !== undefined) return removeAndSignOut(context, settings, active, { token: body.token });
      if (body.password !== undefined) await verifyUserPassword(context, id, body.password);
      if (settings.sendVerification) {
        const payload: DeletionPayload = { userId: id, epoch: active.user.epoch, ...linkBase(context, callbackURL) };
        // The caller may never have verified this email, so limit what can be sent to it.
        if (await allowMail(context, active.user.email)) {
          await enqueueMessage(context.db, context, createMessage(context, deletionMailKind, payload));
        }
        return { success: true, message: "Verification email sent" };
      }
      if (body.password === undefined && !isFresh(context, active)) {
        fail(deleteUserErrors, "SESSION_EXPIRED", { details: { proof: await requiredProofs(context, active) } });
      }
      return removeAndSignOut(context, settings, active, {});
    },
  });
}

/**
 * Handles the link in the deletion email. Deletes the user the token was issued to, who must be signed in. The session
 * doesn't have to be fresh, because the email can be a day old.
 */
export function deleteUserCallback(settings: DeleteUserSettings): EndpointOf<AccountCalls["deleteUserCallback"]> {
  return defineEndpoint({
    method: "GET",
    path: "/delete-user/callback",
    summary: "Confirm account deletion",
    input: input.object({ token: input.id, callbackURL: input.target }),
    output: deleteUserCallbackOutput,
    stages: ["deleteUser"],
    guards: [denyImpersonation],
    errors: deletionLinkErrors,
    queryBudget: 4,
    rateLimit: { window: 60, max: 10 },
    async handle({ token, callbackURL }, context) {
      if (!settings.enabled) fail(httpErrors, "NOT_FOUND");
      const redirectURL = callbackURL ? await checkRedirect(context, "callbackURL", callbackURL) : null;
      requireHeaders(context);
      const active = await readSession(context);
      if (!active) fail(deletionLinkErrors, "FAILED_TO_GET_USER_INFO");
      const result = await removeAndSignOut(context, settings, active, { token });
      return redirectURL === null ? result : redirectResponse(buildRedirect(context, redirectURL));
    },
  });
}

async function removeAndSignOut(
  context: RequestContext,
  settings: DeleteUserSettings,
  active: ActiveSession,
  confirmation: DeletionConfirmation,
): Promise<DeleteUserResult> {
  await removeUser(context, settings, active.user, confirmation);
  clearSessionCookies(context);
  return { success: true, message: "User deleted" };
}
