/** `/list-accounts` lists a user's sign-in methods. */

import { readScopes } from "../../accounts/scopes.ts";
import { listAccounts } from "../../accounts/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { requireCachedSession } from "../../sessions/guards.ts";
import type { AccountRow } from "../../tables/account.ts";
import type { Account, AccountCalls } from "./contract.ts";
import { accountsOutput } from "./outputs.ts";

export const listAccountsEndpoint: EndpointOf<AccountCalls["listAccounts"]> = defineEndpoint({
  method: "GET",
  path: "/list-accounts",
  summary: "List connected accounts",
  output: accountsOutput,
  guards: [requireCachedSession],
  queryBudget: 2,
  async handle(_, context) {
    return (await listAccounts(context.db, context.user.id)).map(presentAccount);
  },
});

/** Returns an account as responses show it, without secrets. */
export function presentAccount({
  id,
  providerId,
  accountId,
  userId,
  scope,
  createdAt,
  updatedAt,
}: AccountRow): Account {
  const scopes = readScopes(scope);
  return { id, providerId, provider: providerId, accountId, userId, scopes, createdAt, updatedAt };
}
