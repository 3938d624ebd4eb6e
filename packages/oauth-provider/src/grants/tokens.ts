/** Creates and finds grants and their tokens. */

import { randomId, randomToken, sha256Base64Url } from "@latchkey/core/crypto";
import type { Adapter, Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  isUserBlocked,
  type RequestContext,
  recordAudit,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { isOff } from "../clients/store.ts";
import {
  type OAuthAccessTokenRow,
  type OAuthClientRow,
  type OAuthGrantRow,
  type OAuthRefreshTokenRow,
  oauthAccessTokenTable,
  oauthClientTable,
  oauthGrantTable,
  oauthRefreshTokenTable,
} from "../tables.ts";
import { type Membership, membershipOf } from "./organizations.ts";

/** The prefixes that let secret scanners recognize tokens. */
export const prefixes = {
  accessToken: "lk_at_",
  refreshToken: "lk_rt_",
  clientSecret: "lk_cs_",
  registrationToken: "lk_rg_",
} as const;

/** Creates a token with a prefix and 256 random bits. */
export function createToken({ random }: AuthContext, kind: keyof typeof prefixes): string {
  return prefixes[kind] + randomToken(random);
}

/** The values to store for an access token. */
export type NewAccessToken = Omit<OAuthAccessTokenRow, "id" | "token" | "createdAt">;

/** Stores an access token. One query. */
export async function storeAccessToken(
  db: Adapter,
  context: AuthContext,
  token: string,
  row: NewAccessToken,
): Promise<void> {
  const stored = { ...row, id: randomId(context.random), token: sha256Base64Url(token), createdAt: context.now() };
  await db.insert(oauthAccessTokenTable, stored);
}

/** Stores a grant's refresh token, which never outlives the grant. One query. */
export async function storeRefreshToken(
  tx: Transaction,
  context: AuthContext,
  { refreshTokenExpiresIn }: { readonly refreshTokenExpiresIn: number },
  token: string,
  { id: grantId, clientId, userId, expiresAt: end }: OAuthGrantRow,
): Promise<void> {
  const now = context.now();
  const expiresAt = new Date(Math.min(now.getTime() + refreshTokenExpiresIn * 1000, end.getTime()));
  await tx.insert(oauthRefreshTokenTable, {
    id: randomId(context.random),
    token: sha256Base64Url(token),
    clientId,
    userId,
    grantId,
    expiresAt,
    createdAt: now,
  });
}

const joins = {
  grant: { table: oauthGrantTable, on: { id: "grantId" } },
  user: { table: userTable, on: { id: "userId" } },
  client: { table: oauthClientTable, on: { clientId: "clientId" } },
} as const;

/** A valid access token with its grant, user, and client. */
export interface FoundAccessToken {
  readonly row: OAuthAccessTokenRow;
  readonly grant: OAuthGrantRow | null;
  /** `null` for client credentials. */
  readonly user: UserRow | null;
  readonly client: OAuthClientRow;
  readonly membership: Membership | null;
}

/**
 * Finds an access token whose user, grant, and client are still valid. One query, or two if it's for an organization.
 */
export async function findAccessToken(context: AuthContext, token: string): Promise<FoundAccessToken | null> {
  if (token === "" || token.length > 16_384) return null;
  const found = await context.db.findOne(oauthAccessTokenTable, {
    where: { token: sha256Base64Url(token), expiresAt: { gt: context.now() } },
    join: joins,
  });
  if (!found) return null;
  const { grant, user, client, ...row } = found;
  if (!client || isOff(client) || (row.userId !== null && !user)) return null;
  if ((row.grantId !== null && !grant) || (user && isUserBlocked(context, user))) return null;
  const membership = grant && (await membershipOf(context, grant));
  return membership === "ended" ? null : { row, grant, user, client, membership };
}

/** A refresh token with its grant and user. */
export interface FoundRefreshToken {
  readonly row: OAuthRefreshTokenRow;
  readonly grant: OAuthGrantRow;
  readonly user: UserRow;
  readonly membership: Membership | null;
}

/** Finds a client's refresh token, even if it was used. One query, or two if it's for an organization. */
export async function findRefreshToken(
  context: AuthContext,
  token: string,
  clientId: string,
): Promise<FoundRefreshToken | null> {
  if (token === "" || token.length > 255) return null;
  const found = await context.db.findOne(oauthRefreshTokenTable, {
    where: { token: sha256Base64Url(token), clientId, expiresAt: { gt: context.now() } },
    join: { grant: joins.grant, user: joins.user },
  });
  if (!found) return null;
  const { grant, user, ...row } = found;
  if (!grant || !user || isUserBlocked(context, user)) return null;
  const membership = await membershipOf(context, grant);
  return membership === "ended" ? null : { row, grant, user, membership };
}

/** Minimum time between updates of a grant's last use, in milliseconds. */
const lastUsePrecision = 300_000;

/** Records that the client used a grant. Runs after the response. */
export function recordGrantUse(context: RequestContext, { id, lastUsedAt }: OAuthGrantRow): void {
  const now = context.now();
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < lastUsePrecision) return;
  const change = { where: { id, lastUsedAt }, set: { lastUsedAt: now } };
  context.afterResponse(() => context.db.update(oauthGrantTable, change).then(() => undefined));
}

/** Ends a grant with all of its tokens. Returns whether it existed. */
export async function revokeGrant(
  tx: Transaction,
  context: RequestContext,
  { id, clientId }: Pick<OAuthGrantRow, "id" | "clientId">,
  reason: string,
): Promise<boolean> {
  const ended = await tx.consume(oauthGrantTable, { where: { id, clientId } });
  if (!ended) return false;
  const { userId } = ended;
  await recordAudit(tx, context, { action: "oauth-grant.revoke", userId, data: { clientId, reason } });
  return true;
}

/** Deletes tokens and grants that are no longer usable. Returns how many. */
export async function removeExpiredTokens({ db, now }: AuthContext): Promise<number> {
  const where = { expiresAt: { lte: now() } };
  const access = await db.remove(oauthAccessTokenTable, { where });
  const refresh = await db.remove(oauthRefreshTokenTable, { where });
  return access + refresh + (await db.remove(oauthGrantTable, { where }));
}
