/** Returns an account's tokens, refreshed if needed. */

import { decryptProviderToken } from "../../accounts/provider-tokens.ts";
import { readScopes, writeScopes } from "../../accounts/scopes.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { AccountRow } from "../../tables/account.ts";
import type { AccountSettings } from "./account-settings.ts";
import type { Connection } from "./connection.ts";
import type { AccessToken, RefreshedTokens } from "./contract.ts";
import { tokenErrors } from "./errors.ts";
import { refreshAccount } from "./refresh.ts";

export async function readAccessToken(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  account: AccountRow,
): Promise<AccessToken> {
  const valid = await ensureValidToken(context, settings, connection, account);
  const { scope, ...tokens } = await presentTokens(context, valid);
  return { ...tokens, scopes: readScopes(scope) };
}

export async function refreshTokens(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  account: AccountRow,
): Promise<RefreshedTokens> {
  const refreshed = await refreshAccount(context, settings, connection, account);
  const { providerId, accountId } = account;
  return { ...(await presentTokens(context, refreshed)), providerId, accountId };
}

/** Minimum remaining lifetime of a returned token, in milliseconds. */
const minTokenLifetime = 5_000;

/** Returns the account with a valid access token. A token without an expiry counts as valid. */
export async function ensureValidToken(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  account: AccountRow,
): Promise<AccountRow> {
  const end = account.accessTokenExpiresAt;
  const isValid = account.accessToken !== null && (!end || end.getTime() - context.now().getTime() >= minTokenLifetime);
  if (isValid) return account;
  if (account.refreshToken === null) fail(tokenErrors, "FAILED_TO_GET_ACCESS_TOKEN");
  return refreshAccount(context, settings, connection, account);
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
