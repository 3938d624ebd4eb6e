/** Stores provider accounts and their tokens. */

import { encryptProviderTokens } from "../../accounts/provider-tokens.ts";
import { writeScopes } from "../../accounts/scopes.ts";
import { recordAudit } from "../../audit/store.ts";
import { randomId } from "../../crypto/random.ts";
import type { Adapter } from "../../database/adapter.ts";
import type { AuthContext, RequestContext } from "../../kernel/context.ts";
import { type AccountRow, accountTable } from "../../tables/account.ts";
import type { AccountSettings } from "./account-settings.ts";
import type { ProviderTokens } from "./provider.ts";
import type { ProviderIdentity } from "./provider-identity.ts";

/** Account columns that a provider's response fills in. `undefined` leaves a column unchanged. */
export type TokenColumns = Partial<
  Pick<
    AccountRow,
    | "accessToken"
    | "refreshToken"
    | "idToken"
    | "accessTokenExpiresAt"
    | "refreshTokenExpiresAt"
    | "scope"
    | "providerData"
    | "verifiedEmail"
  >
>;

/** Encrypts, so call it before the transaction. If the provider returns no new refresh token, the old one stays. */
export async function tokenColumns(
  context: AuthContext,
  { encryptTokens }: Pick<AccountSettings, "encryptTokens">,
  rowId: string,
  tokens: ProviderTokens,
  providerData: ProviderIdentity["providerData"] = null,
): Promise<TokenColumns> {
  const { accessToken, refreshToken, idToken } = tokens;
  const plain = {
    accessToken: accessToken || undefined,
    refreshToken: refreshToken || undefined,
    idToken: idToken || undefined,
  };
  const stored = encryptTokens ? await encryptProviderTokens(context, rowId, plain) : plain;
  return omitUndefined({
    ...stored,
    accessTokenExpiresAt: accessToken ? tokens.accessTokenExpiresAt : undefined,
    refreshTokenExpiresAt: refreshToken ? tokens.refreshTokenExpiresAt : undefined,
    scope: writeScopes(tokens.scopes),
    providerData: providerData ?? undefined,
  });
}

/** A new account that isn't assigned to a user yet. */
export type PreparedAccount = Omit<AccountRow, "userId" | "verifiedEmail">;

/** Encrypts the tokens, so call it before the transaction that stores the account. */
export async function prepareAccount(
  context: AuthContext,
  settings: AccountSettings,
  providerId: string,
  { accountId, tokens, providerData }: ProviderIdentity,
): Promise<PreparedAccount> {
  const id = randomId(context.random);
  const now = context.now();
  return {
    id,
    providerId,
    accountId,
    ...noTokens,
    ...(await tokenColumns(context, settings, id, tokens, providerData)),
    password: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** A new account's user. */
export interface AccountOwner {
  readonly userId: string;
  /** The email that the user has verified. `null` if there is none. */
  readonly verifiedEmail: string | null;
}

/**
 * Links the account to a user.
 *
 * @throws {UniqueViolation} if the account is already linked
 */
export async function insertAccount(
  tx: Adapter,
  context: RequestContext,
  account: PreparedAccount,
  { userId, verifiedEmail }: AccountOwner,
): Promise<void> {
  await tx.insert(accountTable, { ...account, userId, verifiedEmail });
  await recordLink(tx, context, userId, account);
}

/** Records in the audit log that an account was linked. */
export function recordLink(
  tx: Adapter,
  context: RequestContext,
  userId: string,
  { providerId }: Pick<AccountRow, "providerId">,
): Promise<void> {
  return recordAudit(tx, context, { action: "account.link", actorId: userId, userId, data: { provider: providerId } });
}

/** Replaces an account's tokens unconditionally, in one query. */
export function updateTokens(tx: Adapter, context: AuthContext, rowId: string, columns: TokenColumns): Promise<number> {
  const set = { ...columns, tokensRevision: { increment: 1 }, updatedAt: context.now() };
  return tx.update(accountTable, { where: { id: rowId }, set });
}

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
  providerData: null,
  tokensRevision: 0,
  refreshingUntil: null,
} as const;

function omitUndefined(columns: { readonly [K in keyof TokenColumns]: TokenColumns[K] | undefined }): TokenColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as TokenColumns;
}
