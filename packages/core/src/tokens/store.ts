/**
 * Issues, reads, and consumes one-time tokens of every kind. A token is bound to a kind and a subject, stored as a
 * hash, expires by the context's clock, and works once even under concurrent requests.
 */

import { constantTimeEqual } from "../crypto/constant-time.ts";
import { sha256Base64Url } from "../crypto/digest.ts";
import { LETTERS_AND_DIGITS, randomId, randomString } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { UniqueViolation } from "../database/errors.ts";
import type { AuthContext } from "../kernel/context.ts";
import { type TokenRow, tokenTable } from "../tables/token.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import type { TokenKind } from "./kind.ts";
import { type SignedClaims, signToken } from "./signed.ts";

/** Input for a new token. */
export interface NewToken<Data> {
  /** What the token is about. For a user's own token, the user's id. */
  readonly subject: string;
  /** The user that it's deleted with, if any. */
  readonly userId?: string | null;
  readonly data: Data;
  /** Overrides the kind's lifetime, in seconds. */
  readonly expiresIn?: number | undefined;
}

/** A token that isn't stored yet, and so isn't valid yet. */
export interface IssuedToken {
  /** The text that the user gets. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly newestOnly: boolean;
  readonly row: TokenRow;
}

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

/** Issues a random token. Store it in the transaction of the change that needs it. */
export function issueToken<Data>(context: AuthContext, kind: TokenKind<Data>, input: NewToken<Data>): IssuedToken {
  if (typeof kind.form === "string") throw new Error(`Tokens of kind "${kind.name}" are ${kind.form}, not drawn.`);
  const token = randomString(context.random, kind.form.length, kind.form.alphabet);
  return buildToken(context, kind, input, token, token);
}

/**
 * Issues a token with the caller's secret, for kinds with the form `given`.
 * @param secret must be hard to guess as a whole, even for someone who can read the database
 */
export function issueTokenWithSecret<Data>(
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
  input: NewToken<Data>,
): IssuedToken {
  if (kind.form !== "given") throw new Error(`Secrets of kind "${kind.name}" are made here.`);
  return buildToken(context, kind, input, secret, secret);
}

/** Input for a new signed token. */
export interface NewSignedToken<Data> extends NewToken<Data> {
  /** Origin and base path of the server that will verify it. */
  readonly issuer: string;
  readonly email: string;
  readonly updateTo?: string | undefined;
}

/**
 * Issues a signed token. Call it before the transaction, because signing may wait for threads that are busy with
 * hashing.
 */
export async function issueSignedToken<Data>(
  context: AuthContext,
  kind: TokenKind<Data>,
  input: NewSignedToken<Data>,
): Promise<IssuedToken> {
  const jti = randomString(context.random, 24, LETTERS_AND_DIGITS);
  const unsigned = buildToken(context, kind, input, jti, "");
  const { email, updateTo, issuer, subject } = input;
  const claims: SignedClaims = { sub: subject, jti, email, ...(updateTo === undefined ? {} : { updateTo }) };
  return { ...unsigned, token: signToken(context, kind, issuer, claims, unsigned.expiresAt) };
}

function buildToken<Data>(
  context: AuthContext,
  kind: TokenKind<Data>,
  { subject, userId, data, expiresIn }: NewToken<Data>,
  secret: string,
  token: string,
): IssuedToken {
  const now = context.now();
  const expiresAt = new Date(now.getTime() + (expiresIn ?? kind.expiresIn) * 1000);
  const row: TokenRow = {
    id: randomId(context.random),
    kind: kind.name,
    identifier: hashSecret(kind, secret),
    subject,
    userId: userId ?? null,
    value: data ?? {},
    attempts: 0,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  };
  return { token, expiresAt, newestOnly: kind.newestOnly ?? false, row };
}

/**
 * Stores an issued token, which makes it valid. One query. `newestOnly` adds a second one, which removes earlier
 * tokens. Lock the subject in that case, or two concurrent tokens both stay valid.
 */
export async function storeToken(tx: Adapter, { row, newestOnly }: IssuedToken): Promise<void> {
  if (newestOnly) await tx.remove(tokenTable, { where: { subject: row.subject, kind: row.kind } });
  await tx.insert(tokenTable, row);
}

/**
 * Discards a token that isn't stored. Takes one query, like storing it, so that the time doesn't reveal which one
 * happened.
 */
export async function discardToken(tx: Adapter, { row }: IssuedToken): Promise<void> {
  await tx.remove(tokenTable, { where: { identifier: row.identifier } });
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
  const own = presented ? hashSecret(kind, presented) : null;
  return rows.map((row) => ({
    ...toTokenDetails(kind, row),
    id: row.id,
    updatedAt: row.updatedAt,
    isPresented: own !== null && constantTimeEqual(row.identifier, own),
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

/**
 * Marks an external secret as used, so that it can't be used again. Don't call it in a transaction.
 *
 * @param expiresAt when the secret itself expires
 * @returns `false` if it was used before. Of any number of concurrent callers, one gets `true`.
 */
export async function markUsed(
  context: AuthContext,
  kind: TokenKind<object>,
  secret: string,
  { subject, expiresAt }: { readonly subject: string; readonly expiresAt: Date },
): Promise<boolean> {
  const { row } = buildToken(context, kind, { subject, data: {} }, secret, "");
  try {
    await context.db.insert(tokenTable, { ...row, expiresAt });
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

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

function hashSecret(kind: TokenKind, secret: string): string {
  return sha256Base64Url(`${kind.name}\0${secret}`);
}
