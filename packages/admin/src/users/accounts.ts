/** Endpoints to list and unlink a user's sign-in methods. */

import {
  accountChoiceFields,
  accountsOutput,
  defineEndpoint,
  type EndpointOf,
  fail,
  type InputField,
  input,
  listAccounts,
  presentAccount,
  requireChoice,
  type UserRow,
  unlinkFromUser,
} from "@latchkey/core/plugin";
import { object, successResponse } from "@latchkey/core/shapes";
import { adminErrors, pickErrors } from "../errors.ts";
import { id, userIdInput } from "../fields.ts";
import { ownAccountErrors, requirePermission, requireRecentProofForSelf } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { recordChange, withLockedUser } from "./change.ts";
import type { UnlinkUserAccountInput, UserAccounts, UserCalls } from "./contract.ts";

/** Lists a user's sign-in methods, oldest first. The list of an unknown user is empty. */
export function listUserAccounts(settings: AdminSettings): EndpointOf<UserCalls["adminListUserAccounts"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/list-user-accounts",
    summary: "List a user's sign-in methods",
    input: userIdInput,
    output: object<UserAccounts>({ accounts: accountsOutput }),
    guards: requirePermission(settings, { user: ["get"] }, "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ACCOUNTS"),
    queryBudget: 2,
    rateLimit: { window: 60, max: 300 },
    async handle({ userId }, context) {
      return { accounts: (await listAccounts(context.db, userId)).map(presentAccount) };
    },
  });
}

const unlinkInput: InputField<UnlinkUserAccountInput> = requireChoice(
  input.object<UnlinkUserAccountInput>({ userId: id, ...accountChoiceFields }),
);

/**
 * Unlinks one of a user's sign-in methods and notifies the user. The last one can't be unlinked, even if the app lets
 * users unlink it themselves, because the user could no longer sign in.
 */
export function unlinkUserAccount(settings: AdminSettings): EndpointOf<UserCalls["unlinkUserAccount"]> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_UNLINK_USERS_ACCOUNTS";
  const required = { user: ["unlink-account"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/unlink-user-account",
    summary: "Unlink one of a user's sign-in methods",
    input: unlinkInput,
    output: successResponse,
    guards: requirePermission(settings, required, errorCode),
    errors: {
      ...ownAccountErrors,
      ...pickErrors("USER_NOT_FOUND", "ACCOUNT_NOT_FOUND", "CANNOT_REMOVE_LAST_SIGN_IN_METHOD"),
    },
    queryBudget: 8,
    async handle({ userId, ...choice }, context) {
      await requireRecentProofForSelf(context, userId);
      const action = { actor: context.actor, userId, required, errorCode } as const;
      await withLockedUser(context, settings, action, async (change) => {
        const keep = { keepLast: true, keepSessionId: null };
        const unlinked = await unlinkFromUser(change.tx, context, change.target as UserRow, choice, keep);
        if (unlinked === "gone") fail(adminErrors, "USER_NOT_FOUND");
        if (unlinked === "not-found") fail(adminErrors, "ACCOUNT_NOT_FOUND");
        if (unlinked === "last-method") fail(adminErrors, "CANNOT_REMOVE_LAST_SIGN_IN_METHOD");
        const { providerId: provider, accountId } = unlinked.account;
        await recordChange(change, "admin.user.unlink-account", { provider, accountId });
      });
      return { success: true };
    },
  });
}
