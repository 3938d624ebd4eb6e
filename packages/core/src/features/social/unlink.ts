/** `/unlink-account` removes a sign-in method. The last one stays unless the app allows removing it. */

import { type UnlinkOptions, unlinkFromUser } from "../../accounts/unlink.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { accountChoiceFields, requireChoice } from "../../plugin/account-choice.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { syncSessionCookies, withUser } from "../../sessions/change.ts";
import { denyImpersonation, requireFreshSession } from "../../sessions/guards.ts";
import { statusResponse } from "../../shapes/shape.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import type { SocialCalls, UnlinkAccountInput } from "./contract.ts";
import { unlinkErrors } from "./errors.ts";
import type { SocialSettings } from "./options.ts";

const unlinkInput: input.InputField<UnlinkAccountInput> = requireChoice(
  input.object<UnlinkAccountInput>(accountChoiceFields),
);

export function unlinkAccount({ linking }: SocialSettings): EndpointOf<SocialCalls["unlinkAccount"]> {
  const { ACCOUNT_NOT_FOUND, FAILED_TO_UNLINK_LAST_ACCOUNT } = unlinkErrors;
  return defineEndpoint({
    method: "POST",
    path: "/unlink-account",
    summary: "Unlink a provider account",
    isSensitive: true,
    input: unlinkInput,
    output: statusResponse,
    guards: [denyImpersonation, requireFreshSession],
    errors: { ACCOUNT_NOT_FOUND, FAILED_TO_UNLINK_LAST_ACCOUNT },
    queryBudget: 6,
    async handle(chosen, context) {
      const active = { session: context.session, user: context.user };
      const keepOne = !linking.allowUnlinkingAll;
      const keep = { keepLast: keepOne, keepSessionId: active.session.id };
      const user = await context.db.transaction((tx) => unlink(tx, context, active.user.id, chosen, keep));
      syncSessionCookies(context, withUser(active, user));
      return { status: true };
    },
  });
}

async function unlink(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  choice: UnlinkAccountInput,
  keep: UnlinkOptions,
): Promise<UserRow> {
  const user = (await tx.lock(userTable, userId)) ?? fail(httpErrors, "UNAUTHORIZED");
  const unlinked = await unlinkFromUser(tx, context, user, choice, keep);
  if (unlinked === "gone") fail(httpErrors, "UNAUTHORIZED");
  if (unlinked === "not-found") fail(unlinkErrors, "ACCOUNT_NOT_FOUND");
  if (unlinked === "last-method") fail(unlinkErrors, "FAILED_TO_UNLINK_LAST_ACCOUNT");
  const data = { provider: unlinked.account.providerId };
  await recordAudit(tx, context, { action: "account.unlink", actorId: userId, userId, data });
  return unlinked.user;
}
