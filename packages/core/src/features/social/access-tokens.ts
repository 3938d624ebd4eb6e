/** `/get-access-token` and `/refresh-token` return a provider's tokens to the user who owns the account. */

import { findAccount } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { accountChoiceFields, requireChoice } from "../../plugin/account-choice.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { defineGuard, type Guard } from "../../plugin/guard.ts";
import * as input from "../../plugin/input.ts";
import { denyImpersonation } from "../../sessions/guards.ts";
import { readSession } from "../../sessions/read.ts";
import type { AccountRow } from "../../tables/account.ts";
import type { AccountTokensInput, SocialCalls } from "./contract.ts";
import { ownerErrors, refreshErrors, tokenErrors } from "./errors.ts";
import type { ProviderFlows } from "./flows.ts";
import type { SocialSettings } from "./options.ts";
import { accessTokenOutput, refreshTokenOutput } from "./outputs.ts";

const accountTokensInput: input.InputField<AccountTokensInput> = requireChoice(
  input.object<AccountTokensInput>({ ...accountChoiceFields, userId: input.optional(input.id) }),
);

/** Finds the owner of the accounts: the session's user, or the user named in a server call. Adds `ownerId`. */
const requireOwner: Guard<{ readonly ownerId: string }, keyof typeof ownerErrors> = defineGuard({
  name: "requireOwner",
  summary: "The signed-in user owns the account.",
  errors: ownerErrors,
  async check(context, given) {
    const { userId } = given as AccountTokensInput;
    if (context.isServerCall && userId !== undefined) return { ownerId: userId };
    const active = await readSession(context);
    if (active) return { ownerId: active.user.id };
    return fail(ownerErrors, context.isServerCall ? "USER_ID_OR_SESSION_REQUIRED" : "UNAUTHORIZED");
  },
});

/** Returns an access token that is valid for at least five more seconds. Refreshes it if needed. */
export function getAccessToken(settings: SocialSettings): EndpointOf<SocialCalls["getAccessToken"]> {
  return defineEndpoint({
    method: "POST",
    path: "/get-access-token",
    summary: "Get an access token",
    input: accountTokensInput,
    output: accessTokenOutput,
    guards: [requireOwner, denyImpersonation],
    errors: tokenErrors,
    queryBudget: 4,
    async handle(chosen, context) {
      const { account, flows } = await findRequestedAccount(context, settings, context.ownerId, chosen);
      return flows.getAccessToken(context, account);
    },
  });
}

export function refreshToken(settings: SocialSettings): EndpointOf<SocialCalls["refreshToken"]> {
  return defineEndpoint({
    method: "POST",
    path: "/refresh-token",
    summary: "Refresh provider tokens",
    input: accountTokensInput,
    output: refreshTokenOutput,
    guards: [requireOwner, denyImpersonation],
    errors: refreshErrors,
    queryBudget: 4,
    async handle(chosen, context) {
      const { account, flows } = await findRequestedAccount(context, settings, context.ownerId, chosen);
      return flows.refreshToken(context, account);
    },
  });
}

interface RequestedAccount {
  readonly account: AccountRow;
  readonly flows: ProviderFlows;
}

async function findRequestedAccount(
  context: RequestContext,
  settings: SocialSettings,
  ownerId: string,
  { providerId, accountId }: AccountTokensInput,
): Promise<RequestedAccount> {
  if (providerId !== undefined && !settings.flows.has(providerId)) fail(tokenErrors, "PROVIDER_NOT_SUPPORTED");
  const selector = providerId === undefined ? { id: accountId ?? "" } : { providerId, accountId };
  const account = (await findAccount(context.db, ownerId, selector)) ?? fail(tokenErrors, "ACCOUNT_NOT_FOUND");
  const flows = settings.flows.get(account.providerId) ?? fail(tokenErrors, "PROVIDER_NOT_SUPPORTED");
  return { account, flows };
}
