/** Accounts of providers: how an arrival is stored. */

import { sealTokens } from "../../accounts/provider-tokens.ts";
import { writeScopes } from "../../accounts/scopes.ts";
import { type AccountRow, accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import { randomId } from "../../crypto/random.ts";
import type { Adapter } from "../../database/adapter.ts";
import type { AuthContext, RequestContext } from "../../plugin/context.ts";
import type { Arrival } from "./arrival.ts";
import type { SocialSettings } from "./options.ts";
import type { ProviderTokens } from "./provider.ts";

/** Columns of an account that a provider's answer fills in. `undefined`: stays as it is. */
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

/** Encrypts, so call it before the transaction. A provider that gives no new refresh token goes on with the old one. */
export async function tokenColumns(
  context: AuthContext,
  { encryptTokens }: Pick<SocialSettings, "encryptTokens">,
  rowId: string,
  tokens: ProviderTokens,
  kept: Arrival["kept"] = null,
): Promise<TokenColumns> {
  const { accessToken, refreshToken, idToken } = tokens;
  const plain = {
    accessToken: accessToken || undefined,
    refreshToken: refreshToken || undefined,
    idToken: idToken || undefined,
  };
  const stored = encryptTokens ? await sealTokens(context, rowId, plain) : plain;
  return withoutUndefined({
    ...stored,
    accessTokenExpiresAt: accessToken ? tokens.accessTokenExpiresAt : undefined,
    refreshTokenExpiresAt: refreshToken ? tokens.refreshTokenExpiresAt : undefined,
    scope: writeScopes(tokens.scopes),
    providerData: kept ?? undefined,
  });
}

/** A new account with everything but its user, and whose mailbox it goes with. */
export type UnownedAccount = Omit<AccountRow, "userId" | "verifiedEmail">;

/** Call it before the transaction that stores it. */
export async function newAccount(
  context: AuthContext,
  settings: SocialSettings,
  providerId: string,
  { accountId, tokens, kept }: Arrival,
): Promise<UnownedAccount> {
  const id = randomId(context.random);
  const now = context.now();
  return {
    id,
    providerId,
    accountId,
    ...noTokens,
    ...(await tokenColumns(context, settings, id, tokens, kept)),
    password: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The user of a new account. */
export interface AccountOwner {
  readonly userId: string;
  /** The address whose mailbox the person has shown to own; `null` if they have not. */
  readonly verifiedEmail: string | null;
}

/** Gives the account to a user. @throws {UniqueViolation} it is somebody's */
export async function insertAccount(
  tx: Adapter,
  context: RequestContext,
  account: UnownedAccount,
  { userId, verifiedEmail }: AccountOwner,
): Promise<void> {
  await tx.insert(accountTable, { ...account, userId, verifiedEmail });
  const data = { provider: account.providerId };
  await recordAudit(tx, context, { action: "account.link", actorId: userId, userId, data });
}

/** Puts new tokens in place of those of an account, whatever it holds now. One statement. */
export function putTokens(tx: Adapter, context: AuthContext, rowId: string, columns: TokenColumns): Promise<number> {
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

function withoutUndefined(columns: { readonly [K in keyof TokenColumns]: TokenColumns[K] | undefined }): TokenColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as TokenColumns;
}
