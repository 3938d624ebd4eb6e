/** Reads a user's current profile at a provider. */

import { decryptProviderToken } from "../../accounts/provider-tokens.ts";
import { readScopes } from "../../accounts/scopes.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { AccountRow } from "../../tables/account.ts";
import { decodeJwt } from "../../tokens/jwt.ts";
import type { AccountSettings } from "./account-settings.ts";
import { ensureValidToken } from "./account-tokens.ts";
import type { Connection } from "./connection.ts";
import { accountInfoErrors } from "./errors.ts";
import { readProfile } from "./identity.ts";
import type { Profile } from "./provider.ts";

export async function getProfile(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  account: AccountRow,
): Promise<Profile> {
  return fetchCurrentProfile(context, connection, await ensureValidToken(context, settings, connection, account));
}

async function fetchCurrentProfile(
  context: RequestContext,
  connection: Connection,
  account: AccountRow,
): Promise<Profile> {
  const accessToken =
    (await decryptProviderToken(context, account, "accessToken")) ?? fail(accountInfoErrors, "ACCESS_TOKEN_NOT_FOUND");
  const idToken = await decryptProviderToken(context, account, "idToken");
  const tokens = {
    accessToken,
    tokenType: "bearer",
    refreshToken: null,
    idToken,
    accessTokenExpiresAt: account.accessTokenExpiresAt,
    refreshTokenExpiresAt: null,
    scopes: readScopes(account.scope),
    raw: {},
  };
  try {
    // The stored ID token was verified when it was stored. Its claims fill in what the provider no longer returns.
    const claims = idToken === null || !connection.provider.idToken ? null : decodeJwt(idToken);
    const profile = await readProfile(context, connection, { tokens, claims, callback: {} });
    if (profile.id !== account.accountId) throw new Error("The provider returned the profile of a different account.");
    return profile;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    context.log.warn("Couldn't read a user's profile from the provider", { provider: account.providerId, reason });
    return fail(accountInfoErrors, "FAILED_TO_GET_USER_INFO", { cause: error });
  }
}
