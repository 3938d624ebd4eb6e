/** `/unlink-account`: takes away a way in, never the last one. */

import { type AccountRow, accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { showSession, withUser } from "../../sessions/change.ts";
import { requireFreshSession, requireInPerson } from "../../sessions/guards.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { tellOwner } from "../../users/notices.ts";
import { updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import type { SocialCalls, UnlinkAccountInput } from "./contract.ts";
import { unlinkErrors } from "./errors.ts";
import type { SocialSettings } from "./options.ts";

const choice: input.InputField<UnlinkAccountInput> = input.check(
  input.object<UnlinkAccountInput>({
    providerId: input.optional(input.text({ min: 1, max: 64 })),
    accountId: input.optional(input.id),
  }),
  ({ providerId, accountId }) => (providerId ?? accountId) !== undefined,
  "providerId or accountId is needed",
);

/** More ways in than anybody has; counted, so bounded. */
const most = 1_000;

export function unlinkAccount({ linking }: SocialSettings): EndpointOf<SocialCalls["unlinkAccount"]> {
  const { ACCOUNT_NOT_FOUND, FAILED_TO_UNLINK_LAST_ACCOUNT } = unlinkErrors;
  return defineEndpoint({
    method: "POST",
    path: "/unlink-account",
    summary: "Take away a way in",
    input: choice,
    output: statusAnswer,
    guards: [requireInPerson, requireFreshSession],
    errors: { ACCOUNT_NOT_FOUND, FAILED_TO_UNLINK_LAST_ACCOUNT },
    statements: 5,
    async handle(chosen, context) {
      const active = { session: context.session, user: context.user, joined: context.joined };
      const keepOne = !linking.allowUnlinkingAll;
      const user = await context.db.transaction((tx) => unlink(tx, context, active.user.id, chosen, keepOne));
      showSession(context, withUser(active, user));
      return { status: true };
    },
  });
}

/** Counted under the user's lock: of two who take away the last two at once, one is refused. */
async function unlink(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  choice: UnlinkAccountInput,
  keepOne: boolean,
): Promise<UserRow> {
  const user = (await tx.lock(userTable, userId)) ?? fail(httpErrors, "UNAUTHORIZED");
  const accounts = await tx.findMany(accountTable, { where: { userId }, limit: most });
  const account = accounts.find((one) => isMeant(one, choice)) ?? fail(unlinkErrors, "ACCOUNT_NOT_FOUND");
  if (keepOne && accounts.length === 1) fail(unlinkErrors, "FAILED_TO_UNLINK_LAST_ACCOUNT");
  await tx.remove(accountTable, { where: { id: account.id } });
  const data = { provider: account.providerId };
  await recordAudit(tx, context, { action: "account.unlink", actorId: userId, userId, data });
  await tellOwner(tx, context, userId, "account-unlinked", data);
  // How the user proves themselves has changed: whoever is coming in by that account starts again.
  return (await updateUser(tx, context, user, {}, { newEpoch: true })) ?? fail(httpErrors, "UNAUTHORIZED");
}

function isMeant({ id, providerId, accountId }: AccountRow, choice: UnlinkAccountInput): boolean {
  if (choice.providerId === undefined) return id === choice.accountId;
  return providerId === choice.providerId && (choice.accountId === undefined || accountId === choice.accountId);
}
