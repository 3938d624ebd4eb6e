/** `/list-accounts`: the ways in that a user has. */

import { readScopes } from "../../accounts/scopes.ts";
import { listAccounts } from "../../accounts/store.ts";
import type { AccountRow } from "../../accounts/table.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { requireCachedSession } from "../../sessions/guards.ts";
import type { Account, AccountCalls } from "./contract.ts";
import { accountsOutput } from "./outputs.ts";

export const listAccountsEndpoint: EndpointOf<AccountCalls["listAccounts"]> = defineEndpoint({
  method: "GET",
  path: "/list-accounts",
  summary: "The ways in that the caller has",
  output: accountsOutput,
  guards: [requireCachedSession],
  statements: 2,
  async handle(_, context) {
    return (await listAccounts(context.db, context.user.id)).map(presentAccount);
  },
});

function presentAccount({ id, providerId, accountId, userId, scope, createdAt, updatedAt }: AccountRow): Account {
  const scopes = readScopes(scope);
  return { id, providerId, provider: providerId, accountId, userId, scopes, createdAt, updatedAt };
}
