/** Refreshes an account's tokens. Of any number of concurrent callers, in any process, only one asks the provider. */

import { decryptProviderToken } from "../../accounts/provider-tokens.ts";
import { readScopes } from "../../accounts/scopes.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { type AccountRow, accountTable } from "../../tables/account.ts";
import { decodeJwt } from "../../tokens/jwt.ts";
import type { AccountSettings } from "./account-settings.ts";
import { tokenColumns } from "./accounts.ts";
import { redirectURIOf } from "./authorization-url.ts";
import type { Connection } from "./connection.ts";
import { refreshErrors } from "./errors.ts";
import type { ProviderTokens } from "./provider.ts";

/** How long a lease lasts, in milliseconds. Longer than a request can take, including discovery and keys. */
const leaseDuration = 35_000;
/** How often waiting callers check the row, in milliseconds. */
const pollInterval = 100;

/**
 * Refreshes an account's tokens. Claims the row with a compare-and-set during the request, without an open transaction.
 * Other callers wait and use the result.
 *
 * @throws {AuthError} `TOKEN_REFRESH_NOT_SUPPORTED`, `REFRESH_TOKEN_NOT_FOUND`, `ACCOUNT_NOT_FOUND`,
 *   `FAILED_TO_REFRESH_ACCESS_TOKEN`
 */
export async function refreshAccount(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  account: AccountRow,
): Promise<AccountRow> {
  const { refresh } = connection.provider.token;
  if (refresh === "not-applicable") fail(refreshErrors, "TOKEN_REFRESH_NOT_SUPPORTED");
  if (account.refreshToken === null) fail(refreshErrors, "REFRESH_TOKEN_NOT_FOUND");
  const leaseUntil = await acquireLease(context, account);
  if (leaseUntil === null) return waitForRefresh(context, account);
  try {
    return await refreshWithLease(context, settings, connection, account, leaseUntil);
  } catch (error) {
    await releaseLease(context, account, leaseUntil);
    const reason = error instanceof Error ? error.message : "unknown";
    context.log.warn("Couldn't refresh an account's tokens", {
      provider: account.providerId,
      account: account.id,
      reason,
    });
    return fail(refreshErrors, "FAILED_TO_REFRESH_ACCESS_TOKEN", { cause: error });
  }
}

/** Returns `null` if another caller has the lease or has already refreshed the tokens. */
async function acquireLease(context: RequestContext, { id, tokensRevision }: AccountRow): Promise<Date | null> {
  const now = context.now();
  const until = new Date(now.getTime() + leaseDuration);
  const row = { id, tokensRevision };
  const where = [
    { ...row, refreshingUntil: null },
    { ...row, refreshingUntil: { lte: now } },
  ];
  const claimed = await context.db.update(accountTable, { where, set: { refreshingUntil: until } });
  return claimed === 0 ? null : until;
}

async function refreshWithLease(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  account: AccountRow,
  leaseUntil: Date,
): Promise<AccountRow> {
  const refreshToken = await decryptProviderToken(context, account, "refreshToken");
  if (refreshToken === null)
    throw new Error("The refresh token can't be decrypted, because its secret is no longer in `secrets`.");
  const providerData = account.providerData ?? {};
  const scopes = readScopes(account.scope);
  const redirectURI = redirectURIOf(context, connection.provider);
  const refreshed = await connection.exchangeRefreshToken(context, { refreshToken, providerData, scopes, redirectURI });
  const tokens = { ...refreshed, idToken: await keepValidIdToken(context, connection, account, refreshed) };
  const columns = await tokenColumns(context, settings, account.id, tokens);
  const set = { ...columns, updatedAt: context.now(), refreshingUntil: null };
  const { id, tokensRevision } = account;
  const stored = await context.db.update(accountTable, {
    where: { id, tokensRevision, refreshingUntil: leaseUntil },
    set: { ...set, tokensRevision: { increment: 1 } },
  });
  // The user signed in again meanwhile and has newer tokens, or the account was unlinked.
  if (stored === 0) return (await reloadAccount(context, account)) ?? fail(refreshErrors, "ACCOUNT_NOT_FOUND");
  return { ...account, ...set, tokensRevision: tokensRevision + 1 };
}

/** Drops an ID token that is invalid or belongs to a different user. OpenID Connect Core, section 12.2. */
async function keepValidIdToken(
  context: RequestContext,
  connection: Connection,
  account: AccountRow,
  { idToken, accessToken }: ProviderTokens,
): Promise<string | null> {
  const rules = connection.provider.idToken;
  if (!idToken || !rules) return null;
  try {
    const claims = await connection.verifyIdToken(context, rules, idToken, { nonce: null, accessToken });
    const earlier = await decryptProviderToken(context, account, "idToken");
    return earlier === null || decodeJwt(earlier)?.sub === claims.sub ? idToken : null;
  } catch {
    return null;
  }
}

async function releaseLease(context: RequestContext, { id }: AccountRow, leaseUntil: Date): Promise<void> {
  await context.db.update(accountTable, { where: { id, refreshingUntil: leaseUntil }, set: { refreshingUntil: null } });
}

/** Waits for the caller with the lease. Uses a real timer, because the app's clock can be fake. */
async function waitForRefresh(context: RequestContext, account: AccountRow): Promise<AccountRow> {
  for (let waited = 0; waited <= leaseDuration; waited += pollInterval) {
    const row = (await reloadAccount(context, account)) ?? fail(refreshErrors, "ACCOUNT_NOT_FOUND");
    if (row.tokensRevision !== account.tokensRevision) return row;
    if (row.refreshingUntil === null) break;
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
  return fail(refreshErrors, "FAILED_TO_REFRESH_ACCESS_TOKEN");
}

function reloadAccount(context: RequestContext, { id }: AccountRow): Promise<AccountRow | null> {
  return context.db.findOne(accountTable, { where: { id } });
}
