/**
 * One-time secrets: made, used once, withdrawn. One service for every kind: bound to a purpose and a subject, stored as
 * a hash, good for a bounded time by the context's clock, valid once whoever races.
 */

import { constantTimeEqual } from "../crypto/constant-time.ts";
import { sha256Base64Url } from "../crypto/digest.ts";
import { LETTERS_AND_DIGITS, randomId, randomString } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { UniqueViolation } from "../database/errors.ts";
import type { AuthContext } from "../plugin/context.ts";
import type { TokenKind } from "./kind.ts";
import { emailUndoToken } from "./kinds.ts";
import { type SignedClaims, signToken } from "./signed.ts";
import { type TokenRow, tokenTable } from "./table.ts";

/** What a token is to be about. */
export interface NewToken<Data> {
  /** Whom or what it is about. For a user's own token: the user's id. */
  readonly subject: string;
  /** The user it goes with, if any. */
  readonly userId?: string | null;
  readonly data: Data;
  /** Instead of the kind's lifetime, in seconds. */
  readonly expiresIn?: number | undefined;
}

/** A token that is made but not stored: not valid yet. */
export interface MintedToken {
  /** What the person gets. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly newestOnly: boolean;
  readonly row: TokenRow;
}

/** A token that was used up, with what its issuer put in. */
export interface UsedToken<Data> {
  readonly subject: string;
  readonly userId: string | null;
  readonly data: Data;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** Wrong tries that are left; `null` where none are counted. */
  readonly triesLeft: number | null;
}

/** Makes a random token. Store it with the change that it belongs to. */
export function mintToken<Data>(context: AuthContext, kind: TokenKind<Data>, wanted: NewToken<Data>): MintedToken {
  if (typeof kind.form === "string") throw new Error(`Tokens of kind "${kind.name}" are ${kind.form}, not drawn.`);
  const token = randomString(context.random, kind.form.length, kind.form.alphabet);
  return minted(context, kind, wanted, token, token);
}

/**
 * Makes a token of a secret that the caller brings, for a kind of the form `given`.
 * @param secret hard to guess as a whole, even for somebody who reads the database
 */
export function mintGivenToken<Data>(
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
  wanted: NewToken<Data>,
): MintedToken {
  if (kind.form !== "given") throw new Error(`Secrets of kind "${kind.name}" are made here.`);
  return minted(context, kind, wanted, secret, secret);
}

/** What a signed token says beside its subject. */
export interface SignedToken<Data> extends NewToken<Data> {
  /** Origin and base path of the server that will read it. */
  readonly issuer: string;
  readonly email: string;
  readonly updateTo?: string | undefined;
}

/** Makes a signed token. Call it before the transaction: signing may wait for threads that hashing holds. */
export async function mintSignedToken<Data>(
  context: AuthContext,
  kind: TokenKind<Data>,
  wanted: SignedToken<Data>,
): Promise<MintedToken> {
  const jti = randomString(context.random, 24, LETTERS_AND_DIGITS);
  const unsigned = minted(context, kind, wanted, jti, "");
  const { email, updateTo, issuer, subject } = wanted;
  const claims: SignedClaims = { sub: subject, jti, email, ...(updateTo === undefined ? {} : { updateTo }) };
  return { ...unsigned, token: await signToken(context, kind, issuer, claims, unsigned.expiresAt) };
}

function minted<Data>(
  context: AuthContext,
  kind: TokenKind<Data>,
  { subject, userId, data, expiresIn }: NewToken<Data>,
  secret: string,
  token: string,
): MintedToken {
  const now = context.now();
  const expiresAt = new Date(now.getTime() + (expiresIn ?? kind.expiresIn) * 1000);
  const row: TokenRow = {
    id: randomId(context.random),
    kind: kind.name,
    identifier: digest(kind, secret),
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
 * Makes a minted token valid. One statement; with `newestOnly` a second one, which ends earlier ones: hold a lock on
 * the subject then, or two at once both stay.
 */
export async function storeToken(tx: Adapter, { row, newestOnly }: MintedToken): Promise<void> {
  if (newestOnly) await tx.remove(tokenTable, { where: { subject: row.subject, kind: row.kind } });
  await tx.insert(tokenTable, row);
}

/** Drops a token that isn't stored. One statement, as storing it would take. */
export async function dropToken(tx: Adapter, { row }: MintedToken): Promise<void> {
  await tx.remove(tokenTable, { where: { identifier: row.identifier } });
}

/**
 * Uses a token up. Of any number of racing callers one gets it; the others, and whoever comes late, with another
 * kind's token, or for another subject, get `null`, and nothing is spent.
 *
 * @param secret the random token, or the `jti` of a signed one
 * @param subject whom it must be about, where the caller says so
 */
export async function takeToken<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
  subject?: string,
): Promise<UsedToken<Data> | null> {
  if (secret === "") return null;
  const where = standing(context, kind, secret, subject);
  const { mostTries } = kind;
  const row = await db.take(tokenTable, {
    where: mostTries === undefined ? where : { ...where, attempts: { lt: mostTries } },
  });
  return row && used(kind, row);
}

/**
 * Counts a wrong try at what a token guards. One statement; with `takeToken` it holds whoever races: what is taken was
 * tried less than `mostTries` times before.
 *
 * @returns how many there were, this one included; `null` if the token is gone or no try was left
 */
export function countTry(db: Adapter, context: AuthContext, kind: TokenKind, secret: string): Promise<number | null> {
  const atMost = kind.mostTries ?? Number.MAX_SAFE_INTEGER;
  return db.increment(tokenTable, { where: standing(context, kind, secret), column: "attempts", atMost });
}

/** A token under a new secret. */
export interface RenewedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Puts a new secret in the place of a token's, which is nothing any more, and gives it its whole life again. One
 * statement. Of any number of racing callers one gets the new secret, the others `null`.
 *
 * @param about whom it must be about, and what its row carries from now on
 */
export async function renewToken<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
  about: Omit<NewToken<Data>, "userId">,
): Promise<RenewedToken | null> {
  const { token, expiresAt, row } = mintToken(context, kind, about);
  const changed = await db.update(tokenTable, {
    where: standing(context, kind, secret, about.subject),
    set: { identifier: row.identifier, value: row.value, expiresAt, updatedAt: row.updatedAt },
  });
  return changed === 0 ? null : { token, expiresAt };
}

/** Most tokens that a list shows; the newest. */
const mostListed = 100;

/** A token in a list. Its secret is not known. */
export interface ListedToken<Data> extends UsedToken<Data> {
  /** The handle: `removeTokens` takes it. */
  readonly id: string;
  /** When it was last renewed, or made. */
  readonly updatedAt: Date;
  /** Whether the secret that the caller presents is its own. */
  readonly isPresented: boolean;
}

/** The tokens of one kind that are good for this subject, the one renewed last first. One statement. */
export async function listTokens<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  { subject, presented }: { readonly subject: string; readonly presented?: string | null },
): Promise<ListedToken<Data>[]> {
  const rows = await db.findMany(tokenTable, {
    where: { subject, kind: kind.name, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "updatedAt", direction: "desc" }],
    limit: mostListed,
  });
  const own = presented ? digest(kind, presented) : null;
  return rows.map((row) => ({
    ...used(kind, row),
    id: row.id,
    updatedAt: row.updatedAt,
    isPresented: own !== null && constantTimeEqual(row.identifier, own),
  }));
}

/** Ends a user's tokens of these kinds, or the one with this handle among them, and says how many. One statement. */
export function removeTokens(
  db: Adapter,
  kinds: readonly TokenKind[],
  { userId, id }: { readonly userId: string; readonly id?: string },
): Promise<number> {
  const where = { userId, kind: { in: kinds.map(({ name }) => name) } };
  return db.remove(tokenTable, { where: id === undefined ? where : { ...where, id } });
}

/** Looks at a token without using it up; also at one that was tried too often. */
export async function peekToken<Data>(
  db: Adapter,
  context: AuthContext,
  kind: TokenKind<Data>,
  secret: string,
): Promise<UsedToken<Data> | null> {
  if (secret === "") return null;
  const row = await db.findOne(tokenTable, { where: standing(context, kind, secret) });
  return row && used(kind, row);
}

/**
 * Makes all tokens of a user invalid: after a change of password or address, and after recovery. One statement. The way
 * back to an earlier address stays: it is the owner's, and whoever took the account over would close it this way.
 */
export async function withdrawTokens(db: Adapter, userId: string): Promise<void> {
  await db.remove(tokenTable, { where: { userId, kind: { ne: emailUndoToken.name } } });
}

/**
 * Revokes all tokens of a user after a recovery, links to undo a change of address among them: whoever had an earlier
 * address could take the account back by one. One statement.
 *
 * @param keepUndoLinksUntil links to undo a change that were issued by this time stay
 */
export async function withdrawEveryToken(db: Adapter, userId: string, keepUndoLinksUntil?: Date): Promise<void> {
  const others = { userId, kind: { ne: emailUndoToken.name } };
  const where = keepUndoLinksUntil && [
    others,
    { userId, kind: emailUndoToken.name, createdAt: { gt: keepUndoLinksUntil } },
  ];
  await db.remove(tokenTable, { where: where ?? { userId } });
}

/** Removes a user's links to undo a change of address, but those that lead to this one. Says how many. One statement. */
export function removeUndoLinks(db: Adapter, userId: string, { notTo }: { readonly notTo: string }): Promise<number> {
  return db.remove(tokenTable, { where: { userId, kind: emailUndoToken.name, subject: { ne: notTo } } });
}

/**
 * Notes that a secret made elsewhere was used, so that it is not a second time. Not inside a transaction.
 *
 * @param expiresAt until when somebody could come with it again
 * @returns `false` if it was used before; of any number of racing callers one gets `true`
 */
export async function spendForeign(
  context: AuthContext,
  kind: TokenKind<object>,
  secret: string,
  { subject, expiresAt }: { readonly subject: string; readonly expiresAt: Date },
): Promise<boolean> {
  const { row } = minted(context, kind, { subject, data: {} }, secret, "");
  try {
    await context.db.insert(tokenTable, { ...row, expiresAt });
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

/** Removes tokens whose time is over, and says how many. */
export function removeExpiredTokens(context: AuthContext): Promise<number> {
  return context.db.remove(tokenTable, { where: { expiresAt: { lte: context.now() } } });
}

function standing(context: AuthContext, kind: TokenKind, secret: string, subject?: string) {
  const where = { identifier: digest(kind, secret), expiresAt: { gt: context.now() } };
  return subject === undefined ? where : { ...where, subject };
}

function used<Data>(
  { mostTries }: TokenKind<Data>,
  { subject, userId, value, expiresAt, createdAt, attempts }: TokenRow,
): UsedToken<Data> {
  const triesLeft = mostTries === undefined ? null : Math.max(0, mostTries - attempts);
  return { subject, userId, data: value as Data, expiresAt, createdAt, triesLeft };
}

function digest(kind: TokenKind, secret: string): string {
  return sha256Base64Url(`${kind.name}\0${secret}`);
}
