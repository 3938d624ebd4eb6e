/** New tokens for an account. Of any number of callers, in any number of processes, one asks the provider. */

import { openToken } from "../../accounts/provider-tokens.ts";
import { readScopes } from "../../accounts/scopes.ts";
import { type AccountRow, accountTable } from "../../accounts/table.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { tokenColumns } from "./accounts.ts";
import { redirectURIOf } from "./authorize.ts";
import type { Connection } from "./connection.ts";
import { refreshErrors } from "./errors.ts";
import { exchangeRefreshToken } from "./exchange.ts";
import { verifyIdToken } from "./id-token.ts";
import type { SocialSettings } from "./options.ts";
import type { ProviderTokens } from "./provider.ts";

/** How long a claim holds, in milliseconds: longer than a request can take, discovery and keys included. */
const lease = 35_000;
/** How often those who wait look, in milliseconds. */
const pause = 100;

/**
 * Refreshes the tokens of an account. The row is claimed by compare-and-set for the time of the request, without an open
 * transaction; whoever finds it claimed waits, and takes what the claimant got.
 *
 * @throws {AuthError} `TOKEN_REFRESH_NOT_SUPPORTED`, `REFRESH_TOKEN_NOT_FOUND`, `FAILED_TO_REFRESH_ACCESS_TOKEN`
 */
export async function refreshAccount(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  account: AccountRow,
): Promise<AccountRow> {
  const { refresh } = connection.provider.token;
  if (refresh === "not-applicable") fail(refreshErrors, "TOKEN_REFRESH_NOT_SUPPORTED");
  if (account.refreshToken === null) fail(refreshErrors, "REFRESH_TOKEN_NOT_FOUND");
  const until = await claim(context, account);
  if (until === null) return adopt(context, account);
  try {
    return await refreshClaimed(context, settings, connection, account, until);
  } catch (error) {
    await release(context, account, until);
    const reason = error instanceof Error ? error.message : "unknown";
    context.log.warn("Tokens could not be refreshed", { provider: account.providerId, account: account.id, reason });
    return fail(refreshErrors, "FAILED_TO_REFRESH_ACCESS_TOKEN", { cause: error });
  }
}

/** `null`: somebody else has it, or has been faster. */
async function claim(context: RequestContext, { id, tokensRevision }: AccountRow): Promise<Date | null> {
  const now = context.now();
  const until = new Date(now.getTime() + lease);
  const row = { id, tokensRevision };
  const where = [
    { ...row, refreshingUntil: null },
    { ...row, refreshingUntil: { lte: now } },
  ];
  const claimed = await context.db.update(accountTable, { where, set: { refreshingUntil: until } });
  return claimed === 0 ? null : until;
}

async function refreshClaimed(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  account: AccountRow,
  until: Date,
): Promise<AccountRow> {
  const refreshToken = await openToken(context, account, "refreshToken");
  if (refreshToken === null) throw new Error("The refresh token cannot be decrypted: was its secret removed?");
  const kept = account.providerData ?? {};
  const scopes = readScopes(account.scope);
  const redirectURI = redirectURIOf(context, connection.provider);
  const fresh = await exchangeRefreshToken(context, connection, { refreshToken, kept, scopes, redirectURI });
  const tokens = { ...fresh, idToken: await checkedIdToken(context, connection, account, fresh) };
  const columns = await tokenColumns(context, settings, account.id, tokens);
  const set = { ...columns, updatedAt: context.now(), refreshingUntil: null };
  const { id, tokensRevision } = account;
  const stored = await context.db.update(accountTable, {
    where: { id, tokensRevision, refreshingUntil: until },
    set: { ...set, tokensRevision: { increment: 1 } },
  });
  // Signed in again meanwhile: those tokens are younger. Or unlinked.
  if (stored === 0) return (await readAgain(context, account)) ?? fail(refreshErrors, "ACCOUNT_NOT_FOUND");
  return { ...account, ...set, tokensRevision: tokensRevision + 1 };
}

/** One that does not check, or is about another person, is not kept. OpenID Connect Core, section 12.2. */
async function checkedIdToken(
  context: RequestContext,
  connection: Connection,
  account: AccountRow,
  { idToken, accessToken }: ProviderTokens,
): Promise<string | null> {
  const rules = connection.provider.idToken;
  if (!idToken || !rules) return null;
  try {
    const claims = await verifyIdToken(context, connection, rules, idToken, { nonce: null, accessToken });
    const earlier = await openToken(context, account, "idToken");
    const { decodeJwt } = await import("jose");
    return earlier === null || decodeJwt(earlier).sub === claims.sub ? idToken : null;
  } catch {
    return null;
  }
}

async function release(context: RequestContext, { id }: AccountRow, until: Date): Promise<void> {
  await context.db.update(accountTable, { where: { id, refreshingUntil: until }, set: { refreshingUntil: null } });
}

/** Waits for the claimant; by a timer, as the app's clock says nothing about how long somebody waits. */
async function adopt(context: RequestContext, account: AccountRow): Promise<AccountRow> {
  for (let waited = 0; waited <= lease; waited += pause) {
    const row = (await readAgain(context, account)) ?? fail(refreshErrors, "ACCOUNT_NOT_FOUND");
    if (row.tokensRevision !== account.tokensRevision) return row;
    if (row.refreshingUntil === null) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return fail(refreshErrors, "FAILED_TO_REFRESH_ACCESS_TOKEN");
}

function readAgain(context: RequestContext, { id }: AccountRow): Promise<AccountRow | null> {
  return context.db.findOne(accountTable, { where: { id } });
}
