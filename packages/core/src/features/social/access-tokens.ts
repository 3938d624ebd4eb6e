/** `/get-access-token` and `/refresh-token` return a provider's tokens to the user who owns the account. */

import { decryptProviderToken } from "../../accounts/provider-tokens.ts";
import { readScopes, writeScopes } from "../../accounts/scopes.ts";
import { findAccount } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { defineGuard, type Guard } from "../../plugin/guard.ts";
import * as input from "../../plugin/input.ts";
import { denyImpersonation } from "../../sessions/guards.ts";
import { readSession } from "../../sessions/read.ts";
import type { AccountRow } from "../../tables/account.ts";
import type { Connection } from "./connection.ts";
import type { AccountTokensInput, RefreshedTokens, SocialCalls } from "./contract.ts";
import { ownerErrors, refreshErrors, tokenErrors } from "./errors.ts";
import type { SocialSettings } from "./options.ts";
import { accessTokenOutput, refreshTokenOutput } from "./outputs.ts";
import { refreshAccount } from "./refresh.ts";

const accountTokensInput: input.InputField<AccountTokensInput> = input.check(
  input.object<AccountTokensInput>({
    providerId: input.optional(input.text({ min: 1, max: 64 })),
    accountId: input.optional(input.id),
    userId: input.optional(input.id),
  }),
  ({ providerId, accountId }) => (providerId ?? accountId) !== undefined,
  "providerId or accountId is needed",
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
    summary: "A valid access token of an account",
    input: accountTokensInput,
    output: accessTokenOutput,
    guards: [requireOwner, denyImpersonation],
    errors: tokenErrors,
    queryBudget: 4,
    async handle(chosen, context) {
      const { account, connection } = await findRequestedAccount(context, settings, context.ownerId, chosen);
      const { scope, ...tokens } = await presentTokens(
        context,
        await ensureValidToken(context, settings, connection, account),
      );
      return { ...tokens, scopes: readScopes(scope) };
    },
  });
}

export function refreshToken(settings: SocialSettings): EndpointOf<SocialCalls["refreshToken"]> {
  return defineEndpoint({
    method: "POST",
    path: "/refresh-token",
    summary: "Refresh the tokens of an account",
    input: accountTokensInput,
    output: refreshTokenOutput,
    guards: [requireOwner, denyImpersonation],
    errors: refreshErrors,
    queryBudget: 4,
    async handle(chosen, context) {
      const { account, connection } = await findRequestedAccount(context, settings, context.ownerId, chosen);
      const refreshed = await refreshAccount(context, settings, connection, account);
      const { providerId, accountId } = account;
      return { ...(await presentTokens(context, refreshed)), providerId, accountId };
    },
  });
}

/** Minimum remaining lifetime of a returned token, in milliseconds. */
const minTokenLifetime = 5_000;

/** Returns the account with a valid access token. A token without an expiry counts as valid. */
export async function ensureValidToken(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  account: AccountRow,
): Promise<AccountRow> {
  const end = account.accessTokenExpiresAt;
  const isValid = account.accessToken !== null && (!end || end.getTime() - context.now().getTime() >= minTokenLifetime);
  if (isValid) return account;
  if (account.refreshToken === null) fail(tokenErrors, "FAILED_TO_GET_ACCESS_TOKEN");
  return refreshAccount(context, settings, connection, account);
}

interface RequestedAccount {
  readonly account: AccountRow;
  readonly connection: Connection;
}

async function findRequestedAccount(
  context: RequestContext,
  settings: SocialSettings,
  ownerId: string,
  { providerId, accountId }: AccountTokensInput,
): Promise<RequestedAccount> {
  if (providerId !== undefined && !settings.connections.has(providerId)) fail(tokenErrors, "PROVIDER_NOT_SUPPORTED");
  const wanted = providerId === undefined ? { id: accountId ?? "" } : { providerId, accountId };
  const account = (await findAccount(context.db, ownerId, wanted)) ?? fail(tokenErrors, "ACCOUNT_NOT_FOUND");
  const connection = settings.connections.get(account.providerId) ?? fail(tokenErrors, "PROVIDER_NOT_SUPPORTED");
  return { account, connection };
}

async function presentTokens(
  context: RequestContext,
  account: AccountRow,
): Promise<Omit<RefreshedTokens, "providerId" | "accountId">> {
  return {
    tokenType: "Bearer",
    accessToken:
      (await decryptProviderToken(context, account, "accessToken")) ?? fail(tokenErrors, "FAILED_TO_GET_ACCESS_TOKEN"),
    refreshToken: await decryptProviderToken(context, account, "refreshToken"),
    accessTokenExpiresAt: account.accessTokenExpiresAt,
    refreshTokenExpiresAt: account.refreshTokenExpiresAt,
    idToken: await decryptProviderToken(context, account, "idToken"),
    scope: writeScopes(readScopes(account.scope)) ?? null,
  };
}
