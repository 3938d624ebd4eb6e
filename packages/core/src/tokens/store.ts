/** Reads, consumes, and renews one-time tokens that were issued with `issue.ts`. */

import { constantTimeEqual } from "../crypto/constant-time.ts";
import type { Adapter } from "../database/adapter.ts";
import type { AuthContext } from "../kernel/context.ts";
import { type TokenRow, tokenTable } from "../tables/token.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { hashSecret, issueToken, type NewToken } from "./issue.ts";
import type { TokenKind } from "./kind.ts";

/** The contents of a stored token, with the issuer's data. */
export interface TokenDetails<Data> {
  readonly subject: string;
  readonly userId: string | null;
  readonly data: Data;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** Remaining attempts. `null` if attempts aren't counted. */
  readonly attemptsLeft: number | null;
}

/**
 * Consumes a token. Of any number of concurrent callers, one gets it. The others get `null`, as does a caller with an
 * expired token, another kind, or another subject. Those calls don't consume anything.
 *
 * @param secret the random token, or the `jti` of a signed one
 * @param subject the subject that the token must have, if given
 */
export async function consumeToken<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
  subject?: string,
): Promise<TokenDetails<Data> | null> {
  if (secret === "") return null;
  const where = validTokenWhere(context, kind, secret, subject);
  const { maxAttempts } = kind;
  const row = await db.consume(tokenTable, {
    where: maxAttempts === undefined ? where : { ...where, attempts: { lt: maxAttempts } },
  });
  return row && toTokenDetails(kind, row);
}

/**
 * Counts a wrong attempt at what a token protects. One query. Together with `consumeToken` it's safe under concurrency:
 * a token is consumed only if it had fewer than `maxAttempts` attempts.
 *
 * @returns the number of attempts including this one; `null` if the token is gone or no attempts were left
 */
export function recordAttempt(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind,
  secret: string,
): Promise<number | null> {
  const atMost = kind.maxAttempts ?? Number.MAX_SAFE_INTEGER;
  return db.increment(tokenTable, { where: validTokenWhere(context, kind, secret), column: "attempts", atMost });
}

/** The new secret of a renewed token. */
export interface RenewedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Replaces a token's secret and restarts its lifetime. The old secret stops working. One query. Of any number of
 * concurrent callers, one gets the new secret and the others get `null`.
 *
 * @param input the subject that the token must have, and its new data
 */
export async function renewToken<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
  input: Omit<NewToken<Data>, "userId">,
): Promise<RenewedToken | null> {
  const { token, expiresAt, row } = issueToken(context, kind, input);
  const changed = await db.update(tokenTable, {
    where: validTokenWhere(context, kind, secret, input.subject),
    set: { identifier: row.identifier, value: row.value, expiresAt, updatedAt: row.updatedAt },
  });
  return changed === 0 ? null : { token, expiresAt };
}

/** Maximum tokens in a list. The most recently renewed are kept. */
const maxListed = 100;

/** A token in a list, without its secret. */
export interface ListedToken<Data> extends TokenDetails<Data> {
  /** The handle, for `revokeTokensOfKind`. */
  readonly id: string;
  /** When it was issued or last renewed. */
  readonly updatedAt: Date;
  /** Whether this is the token that the caller presented. */
  readonly isPresented: boolean;
}

/** Lists a subject's valid tokens of one kind, the most recently renewed first. One query. */
export async function listTokens<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  { subject, presented }: { readonly subject: string; readonly presented?: string | null },
): Promise<ListedToken<Data>[]> {
  const rows = await db.findMany(tokenTable, {
    where: { subject, kind: kind.name, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "updatedAt", direction: "desc" }],
    limit: maxListed,
  });
  const presentedHash = presented ? hashSecret(kind, presented) : null;
  return rows.map((row) => ({
    ...toTokenDetails(kind, row),
    id: row.id,
    updatedAt: row.updatedAt,
    isPresented: presentedHash !== null && constantTimeEqual(row.identifier, presentedHash),
  }));
}

/** Returns a user's newest valid token of any of these kinds, or `null`. One query. */
export async function findNewestToken<Data>(
  db: Adapter,
  context: AuthContext,
  kinds: readonly [TokenKind<Data>, ...TokenKind<Data>[]],
  userId: string,
): Promise<TokenDetails<Data> | null> {
  const kind = { in: kinds.map(({ name }) => name) };
  const [row] = await db.findMany(tokenTable, {
    where: { userId, kind, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: 1,
  });
  return row ? toTokenDetails(kinds.find(({ name }) => name === row.kind) ?? kinds[0], row) : null;
}

/** Reads a token without consuming it, even if it has no attempts left. */
export async function peekToken<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
): Promise<TokenDetails<Data> | null> {
  if (secret === "") return null;
  const row = await db.findOne(tokenTable, { where: validTokenWhere(context, kind, secret) });
  return row && toTokenDetails(kind, row);
}

/** A token and the user that it's about. */
export interface TokenWithUser<Data> {
  readonly token: TokenDetails<Data>;
  /** `null` if they no longer exist. */
  readonly user: UserRow | null;
}

/** Reads a user's own token without consuming it, and the user. One query. */
export async function peekUserToken<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
): Promise<TokenWithUser<Data> | null> {
  if (secret === "") return null;
  const row = await db.findOne(tokenTable, { where: validTokenWhere(context, kind, secret), join: { user: userJoin } });
  return row && { token: toTokenDetails(kind, row), user: row.user };
}

const userJoin = { table: userTable, on: { id: "subject" } } as const;

function validTokenWhere(context: AuthContext, kind: TokenKind, secret: string, subject?: string) {
  const where = { identifier: hashSecret(kind, secret), expiresAt: { gt: context.now() } };
  return subject === undefined ? where : { ...where, subject };
}

function toTokenDetails<Data>(
  { maxAttempts }: TokenKind<Data>,
  { subject, userId, value, expiresAt, createdAt, attempts }: TokenRow,
): TokenDetails<Data> {
  const attemptsLeft = maxAttempts === undefined ? null : Math.max(0, maxAttempts - attempts);
  return { subject, userId, data: value as Data, expiresAt, createdAt, attemptsLeft };
}
