/** `/cancel-email-change` cancels an email change that hasn't been confirmed with a link yet. */

import { recordAudit } from "../../audit/store.ts";
import { fail } from "../../http/errors.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { denyImpersonation, requireSession } from "../../sessions/guards.ts";
import { statusResponse } from "../../shapes/shape.ts";
import { userTable } from "../../tables/user.ts";
import { emailChangeRequest, emailChangeToken, newEmailToken } from "../../tokens/kinds.ts";
import { revokeTokensOfKind } from "../../tokens/revoke.ts";
import type { ChangeEmailCalls } from "./contract.ts";
import { cancelEmailChangeErrors } from "./errors.ts";

/** The tokens that can still complete a change. */
const pendingKinds = [emailChangeRequest, emailChangeToken, newEmailToken];

/** Requires no proof of identity, because canceling only keeps the current email. */
export const cancelEmailChange: EndpointOf<ChangeEmailCalls["cancelEmailChange"]> = defineEndpoint({
  method: "POST",
  path: "/cancel-email-change",
  summary: "Cancel a pending email change",
  output: statusResponse,
  guards: [requireSession, denyImpersonation],
  errors: cancelEmailChangeErrors,
  queryBudget: 3,
  rateLimit: { window: 60, max: 10 },
  async handle(_, context) {
    const { id } = context.user;
    const isCanceled = await context.db.transaction(async (tx) => {
      // Links are created under this lock, so none of them can appear after the removal.
      await tx.lock(userTable, id);
      if ((await revokeTokensOfKind(tx, pendingKinds, { userId: id })) === 0) return false;
      await recordAudit(tx, context, { action: "user.email.cancel", actorId: id, userId: id });
      return true;
    });
    // A link may have completed the change since then.
    if (!isCanceled) fail(cancelEmailChangeErrors, "EMAIL_CHANGE_NOT_FOUND");
    return { status: true };
  },
});
