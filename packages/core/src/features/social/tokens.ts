/** `/get-access-token` and `/refresh-token`: a provider's tokens for the user whose account it is. */

import { openToken } from "../../accounts/provider-tokens.ts";
import { readScopes, writeScopes } from "../../accounts/scopes.ts";
import { findAccount } from "../../accounts/store.ts";
import type { AccountRow } from "../../accounts/table.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { defineGuard, type Guard } from "../../plugin/guard.ts";
import * as input from "../../plugin/input.ts";
import { requireInPerson } from "../../sessions/guards.ts";
import { readSession } from "../../sessions/read.ts";
import type { Connection } from "./connection.ts";
import type { AccountTokensInput, RefreshedTokens, SocialCalls } from "./contract.ts";
import { ownerErrors, refreshErrors, tokenErrors } from "./errors.ts";
import type { SocialSettings } from "./options.ts";
import { accessTokenOutput, refreshedOutput } from "./outputs.ts";
import { refreshAccount } from "./refresh.ts";

const choice: input.InputField<AccountTokensInput> = input.check(
  input.object<AccountTokensInput>({
    providerId: input.optional(input.text({ min: 1, max: 64 })),
    accountId: input.optional(input.id),
    userId: input.optional(input.id),
  }),
  ({ providerId, accountId }) => (providerId ?? accountId) !== undefined,
  "providerId or accountId is needed",
);

/** Whose accounts it is about: the session's user. If the app calls without anyone's headers, the user it names. Adds `ownerId`. */
const requireOwner: Guard<{ readonly ownerId: string }, keyof typeof ownerErrors> = defineGuard({
  name: "requireOwner",
  summary: "Somebody is signed in whose account it is.",
  errors: ownerErrors,
  async check(context, given) {
    const { userId } = given as AccountTokensInput;
    if (context.byApp && userId !== undefined) return { ownerId: userId };
    const active = await readSession(context, { cache: false, refresh: false });
    if (active) return { ownerId: active.user.id };
    return fail(ownerErrors, context.byApp ? "USER_ID_OR_SESSION_REQUIRED" : "UNAUTHORIZED");
  },
});

/** An access token that is good for five seconds at least; refreshed where it is not. */
export function getAccessToken(settings: SocialSettings): EndpointOf<SocialCalls["getAccessToken"]> {
  return defineEndpoint({
    method: "POST",
    path: "/get-access-token",
    summary: "A valid access token of an account",
    input: choice,
    output: accessTokenOutput,
    guards: [requireOwner, requireInPerson],
    errors: tokenErrors,
    statements: 4,
    async handle(chosen, context) {
      const { account, connection } = await choose(context, settings, context.ownerId, chosen);
      const { scope, ...tokens } = await present(context, await withValidToken(context, settings, connection, account));
      return { ...tokens, scopes: readScopes(scope) };
    },
  });
}

export function refreshToken(settings: SocialSettings): EndpointOf<SocialCalls["refreshToken"]> {
  return defineEndpoint({
    method: "POST",
    path: "/refresh-token",
    summary: "Refresh the tokens of an account",
    input: choice,
    output: refreshedOutput,
    guards: [requireOwner, requireInPerson],
    errors: refreshErrors,
    statements: 4,
    async handle(chosen, context) {
      const { account, connection } = await choose(context, settings, context.ownerId, chosen);
      const refreshed = await refreshAccount(context, settings, connection, account);
      const { providerId, accountId } = account;
      return { ...(await present(context, refreshed)), providerId, accountId };
    },
  });
}

/** Least time that a token must be good for, in milliseconds. */
const leastLeft = 5_000;

/** The account with an access token that is good; a token without an end is. */
export async function withValidToken(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  account: AccountRow,
): Promise<AccountRow> {
  const end = account.accessTokenExpiresAt;
  const isGood = account.accessToken !== null && (!end || end.getTime() - context.now().getTime() >= leastLeft);
  if (isGood) return account;
  if (account.refreshToken === null) fail(tokenErrors, "FAILED_TO_GET_ACCESS_TOKEN");
  return refreshAccount(context, settings, connection, account);
}

interface Chosen {
  readonly account: AccountRow;
  readonly connection: Connection;
}

async function choose(
  context: RequestContext,
  settings: SocialSettings,
  ownerId: string,
  { providerId, accountId }: AccountTokensInput,
): Promise<Chosen> {
  if (providerId !== undefined && !settings.connections.has(providerId)) fail(tokenErrors, "PROVIDER_NOT_SUPPORTED");
  const wanted = providerId === undefined ? { id: accountId ?? "" } : { providerId, accountId };
  const account = (await findAccount(context.db, ownerId, wanted)) ?? fail(tokenErrors, "ACCOUNT_NOT_FOUND");
  const connection = settings.connections.get(account.providerId) ?? fail(tokenErrors, "PROVIDER_NOT_SUPPORTED");
  return { account, connection };
}

async function present(
  context: RequestContext,
  account: AccountRow,
): Promise<Omit<RefreshedTokens, "providerId" | "accountId">> {
  return {
    tokenType: "Bearer",
    accessToken: (await openToken(context, account, "accessToken")) ?? fail(tokenErrors, "FAILED_TO_GET_ACCESS_TOKEN"),
    refreshToken: await openToken(context, account, "refreshToken"),
    accessTokenExpiresAt: account.accessTokenExpiresAt,
    refreshTokenExpiresAt: account.refreshTokenExpiresAt,
    idToken: await openToken(context, account, "idToken"),
    scope: writeScopes(readScopes(account.scope)) ?? null,
  };
}
