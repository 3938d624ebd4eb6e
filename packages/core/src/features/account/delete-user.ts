/** `/delete-user` and the link of its mail. */

import { provePassword } from "../../accounts/password.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import { redirectResponse } from "../../http/reply.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import { requireHeaders } from "../../plugin/caller.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { linkBase } from "../../plugin/links.ts";
import { buildRedirect, checkRedirect } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { clearSessionCookies } from "../../sessions/cookies.ts";
import { isFresh, proofsWanted, requireInPerson, requireSession } from "../../sessions/guards.ts";
import { readSession } from "../../sessions/read.ts";
import type { ActiveSession } from "../../sessions/table.ts";
import type { AccountCalls, DeletedUser } from "./contract.ts";
import { type Confirmation, removeUser } from "./deletion.ts";
import { type DeletionWish, deletionMailKind } from "./deletion-mail.ts";
import { deleteUserErrors, deletionLinkErrors } from "./errors.ts";
import type { DeleteUserSettings } from "./options.ts";
import { deletedByLinkOutput, deletedOutput } from "./outputs.ts";

/** Deletes the caller: by the token of a mail, else by the password, else with a fresh session. */
export function deleteUser(settings: DeleteUserSettings): EndpointOf<AccountCalls["deleteUser"]> {
  return defineEndpoint({
    method: "POST",
    path: "/delete-user",
    summary: "Delete the caller's account, or send a mail that does",
    input: input.object({
      password: input.optional(input.password),
      token: input.optional(input.id),
      callbackURL: input.target,
    }),
    output: deletedOutput,
    moments: ["deleteUser"],
    guards: [requireSession, requireInPerson],
    errors: deleteUserErrors,
    statements: 4,
    rateLimit: { window: 60, max: 10 },
    async handle(body, context) {
      if (!settings.enabled) fail(httpErrors, "NOT_FOUND");
      const callbackURL = await checkRedirect(context, "callbackURL", body.callbackURL ?? "/");
      const active = { session: context.session, user: context.user, joined: context.joined };
      const { id } = active.user;
      if (body.token !== undefined) return remove(context, settings, active, { token: body.token });
      if (body.password !== undefined) await provePassword(context, id, body.password);
      if (settings.send) {
        const wish: DeletionWish = { userId: id, epoch: active.user.epoch, ...linkBase(context, callbackURL) };
        // The address may be one that the caller never proved.
        if (await mayMail(context, active.user.email)) {
          await putMessage(context.db, context, plainMessage(context, deletionMailKind, wish));
        }
        return { success: true, message: "Verification email sent" };
      }
      if (body.password === undefined && !isFresh(context, active)) {
        fail(deleteUserErrors, "SESSION_EXPIRED", { details: { proof: proofsWanted(active) } });
      }
      return remove(context, settings, active, {});
    },
  });
}

/**
 * Opens the link of the mail: deletes the user whom the token belongs to, who must be signed in here. The session need
 * not be fresh; the mail may be a day old.
 */
export function deleteUserCallback(settings: DeleteUserSettings): EndpointOf<AccountCalls["deleteUserCallback"]> {
  return defineEndpoint({
    method: "GET",
    path: "/delete-user/callback",
    summary: "Open the link of a mail that deletes an account",
    input: input.object({ token: input.id, callbackURL: input.target }),
    output: deletedByLinkOutput,
    moments: ["deleteUser"],
    guards: [requireInPerson],
    errors: deletionLinkErrors,
    statements: 4,
    rateLimit: { window: 60, max: 10 },
    async handle({ token, callbackURL }, context) {
      if (!settings.enabled) fail(httpErrors, "NOT_FOUND");
      const goTo = callbackURL ? await checkRedirect(context, "callbackURL", callbackURL) : null;
      requireHeaders(context);
      const active = await readSession(context, { cache: false, refresh: false });
      if (!active) fail(deletionLinkErrors, "FAILED_TO_GET_USER_INFO");
      const answer = await remove(context, settings, active, { token });
      return goTo === null ? answer : redirectResponse(buildRedirect(context, goTo));
    },
  });
}

async function remove(
  context: RequestContext,
  settings: DeleteUserSettings,
  active: ActiveSession,
  confirmation: Confirmation,
): Promise<DeletedUser> {
  await removeUser(context, settings, active.user, confirmation);
  clearSessionCookies(context);
  return { success: true, message: "User deleted" };
}
