/** `/unlink-account`: takes away a way in, never the last one. */

import * as z from "zod";
import { type AccountRow, accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import type { StatusAnswer } from "../../http/call.ts";
import { fail } from "../../http/errors.ts";
import { text } from "../../http/inputs.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { showSession, withUser } from "../../sessions/change.ts";
import { requireFreshSession, requireInPerson } from "../../sessions/guards.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { tellOwner } from "../../users/notices.ts";
import { updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { unlinkErrors } from "./errors.ts";
import type { UnlinkAccountInput } from "./inputs.ts";
import type { SocialSettings } from "./options.ts";

const input: z.ZodType<UnlinkAccountInput> = z
  .object({ providerId: text(64, 1).optional(), accountId: text(255, 1).optional() })
  .refine(({ providerId, accountId }) => providerId ?? accountId, "providerId or accountId is needed");

/** More ways in than anybody has; counted, so bounded. */
const most = 1_000;

export function unlinkAccount({ linking }: SocialSettings): Endpoint<UnlinkAccountInput, StatusAnswer> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/unlink-account",
    summary: "Take away a way in",
    input,
    output: statusAnswer,
    guards: [requireInPerson, requireFreshSession],
    errors: unlinkErrors,
    statements: 5,
    async handle(choice, context) {
      const active = { session: context.session, user: context.user, joined: context.joined };
      const keepOne = !linking.allowUnlinkingAll;
      const user = await context.db.transaction((tx) => unlink(tx, context, active.user.id, choice, keepOne));
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
  const user = (await tx.lock(userTable, userId)) ?? fail(unlinkErrors, "UNAUTHORIZED");
  const accounts = await tx.findMany(accountTable, { where: { userId }, limit: most });
  const account = accounts.find((one) => isMeant(one, choice)) ?? fail(unlinkErrors, "ACCOUNT_NOT_FOUND");
  if (keepOne && accounts.length === 1) fail(unlinkErrors, "FAILED_TO_UNLINK_LAST_ACCOUNT");
  await tx.remove(accountTable, { where: { id: account.id } });
  const data = { provider: account.providerId };
  await recordAudit(tx, context, { action: "account.unlink", actorId: userId, userId, data });
  await tellOwner(tx, context, userId, "account-unlinked", data);
  // How the user proves themselves has changed: whoever is coming in by that account starts again.
  return (await updateUser(tx, context, user, {}, { newEpoch: true })) ?? fail(unlinkErrors, "UNAUTHORIZED");
}

function isMeant({ id, providerId, accountId }: AccountRow, choice: UnlinkAccountInput): boolean {
  if (choice.providerId === undefined) return id === choice.accountId;
  return providerId === choice.providerId && (choice.accountId === undefined || accountId === choice.accountId);
}
