/** `/account-info` returns the user's current profile at the provider. */

import { decryptProviderToken } from "../../accounts/provider-tokens.ts";
import { readScopes } from "../../accounts/scopes.ts";
import { findAccount } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { requireSession } from "../../sessions/guards.ts";
import type { AccountRow } from "../../tables/account.ts";
import { decodeJwt } from "../../tokens/jwt.ts";
import { ensureValidToken } from "./access-tokens.ts";
import type { Connection } from "./connection.ts";
import type { SocialCalls } from "./contract.ts";
import { accountInfoErrors } from "./errors.ts";
import { readProfile } from "./identity.ts";
import type { SocialSettings } from "./options.ts";
import { accountInfoOutput } from "./outputs.ts";
import type { Profile } from "./provider.ts";

export function accountInfo(settings: SocialSettings): EndpointOf<SocialCalls["accountInfo"]> {
  return defineEndpoint({
    method: "GET",
    path: "/account-info",
    summary: "What a provider says of the caller now",
    input: input.object({ accountId: input.id }),
    output: accountInfoOutput,
    guards: [requireSession],
    errors: accountInfoErrors,
    queryBudget: 4,
    async handle({ accountId }, context) {
      const found = await findAccount(context.db, context.user.id, { id: accountId });
      const account = found ?? fail(accountInfoErrors, "ACCOUNT_NOT_FOUND");
      const connection =
        settings.connections.get(account.providerId) ?? fail(accountInfoErrors, "PROVIDER_NOT_CONFIGURED");
      if (account.accessToken === null) fail(accountInfoErrors, "ACCESS_TOKEN_NOT_FOUND");
      const valid = await ensureValidToken(context, settings, connection, account);
      const { raw, ...user } = await fetchCurrentProfile(context, connection, valid);
      return {
        user,
        account: { id: account.id, providerId: account.providerId, accountId: account.accountId },
        data: raw,
      };
    },
  });
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
    // The stored id token was verified when it was stored. Its claims fill in what the provider no longer returns.
    const claims = idToken === null || !connection.provider.idToken ? null : decodeJwt(idToken);
    const profile = await readProfile(context, connection, { tokens, claims, callback: {} });
    if (profile.id !== account.accountId) throw new Error("The profile is somebody else's.");
    return profile;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    context.log.warn("A provider did not say who somebody is", { provider: account.providerId, reason });
    return fail(accountInfoErrors, "FAILED_TO_GET_USER_INFO", { cause: error });
  }
}
