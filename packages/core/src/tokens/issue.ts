/**
 * Issues one-time tokens of every kind. A token is bound to a kind and a subject, stored as a hash, expires by the
 * context's clock, and works once even under concurrent requests.
 */

import { sha256Base64Url } from "../crypto/digest.ts";
import { LETTERS_AND_DIGITS, randomId, randomString } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { UniqueViolation } from "../database/errors.ts";
import type { AuthContext } from "../kernel/context.ts";
import { type TokenRow, tokenTable } from "../tables/token.ts";
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

/** The functions that issue tokens of the other forms, for error messages. */
const issuers = { signed: "issueSignedToken", given: "issueTokenWithSecret" } as const;

/** Issues a random token. Store it in the transaction of the change that needs it. */
export function issueToken<Data>(context: AuthContext, kind: TokenKind<Data>, input: NewToken<Data>): IssuedToken {
  if (typeof kind.form === "string")
    throw new Error(`Tokens of kind "${kind.name}" have the form "${kind.form}". Use ${issuers[kind.form]}.`);
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
  if (kind.form !== "given")
    throw new Error(`Secrets of kind "${kind.name}" are generated. Use issueToken or issueSignedToken.`);
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

/** Hashes a secret the way that it's stored. Kinds have separate hashes. */
export function hashSecret(kind: TokenKind, secret: string): string {
  return sha256Base64Url(`${kind.name}\0${secret}`);
}
