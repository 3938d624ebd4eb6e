/** `/account-info` returns the user's current profile at the provider. */

import { findAccount } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { requireSession } from "../../sessions/guards.ts";
import type { SocialCalls } from "./contract.ts";
import { accountInfoErrors } from "./errors.ts";
import type { SocialSettings } from "./options.ts";
import { accountInfoOutput } from "./outputs.ts";

export function accountInfo(settings: SocialSettings): EndpointOf<SocialCalls["accountInfo"]> {
  return defineEndpoint({
    method: "GET",
    path: "/account-info",
    summary: "Get account info from the provider",
    input: input.object({ accountId: input.id }),
    output: accountInfoOutput,
    guards: [requireSession],
    errors: accountInfoErrors,
    queryBudget: 4,
    async handle({ accountId }, context) {
      const found = await findAccount(context.db, context.user.id, { id: accountId });
      const account = found ?? fail(accountInfoErrors, "ACCOUNT_NOT_FOUND");
      const flows = settings.flows.get(account.providerId) ?? fail(accountInfoErrors, "PROVIDER_NOT_CONFIGURED");
      if (account.accessToken === null) fail(accountInfoErrors, "ACCESS_TOKEN_NOT_FOUND");
      const { raw, ...user } = await flows.getProfile(context, account);
      return {
        user,
        account: { id: account.id, providerId: account.providerId, accountId: account.accountId },
        data: raw,
      };
    },
  });
}
