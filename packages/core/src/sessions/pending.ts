/**
 * Pending sign-ins: a gate stopped them, and a second factor can finish them in the same browser. Any plugin can have
 * such a factor. The gate that stops the sign-in doesn't have to be that plugin's.
 */

import { LETTERS_AND_DIGITS } from "../crypto/random.ts";
import type { Adapter, Transaction } from "../database/adapter.ts";
import type { PendingSignIn } from "../kernel/capabilities.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { AttemptUser, Challenge, SignInAttempt } from "../kernel/sign-in-attempt.ts";
import type { UserRow } from "../tables/user.ts";
import { issueToken, storeToken } from "../tokens/issue.ts";
import { defineTokenKind, type TokenKind } from "../tokens/kind.ts";
import { consumeToken, peekToken } from "../tokens/store.ts";
import { readSignedCookie, setSignedCookie } from "./cookies.ts";
import { type PausedSignIn, pauseSignIn } from "./pause.ts";

/**
 * Valid for 10 minutes and up to 5 wrong codes. The browser's cookie holds the secret (190 bits), and the database
 * holds its digest.
 */
export const pendingSignInToken: TokenKind<PausedSignIn> = defineTokenKind<PausedSignIn>({
  name: "two-factor-challenge",
  expiresIn: 600,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
  maxAttempts: 5,
});

/** The base name of the cookie. better-auth's two-factor plugin uses the same one. */
export const pendingSignInCookie = "two_factor";

/**
 * Stops a sign-in until a second factor finishes it, and sets the browser's cookie. Sends one query.
 * @param twoFactorMethods the factors that can finish it, apart from backup codes
 */
export async function stopSignIn(
  attempt: SignInAttempt,
  context: RequestContext,
  twoFactorMethods: readonly string[],
): Promise<Challenge> {
  const { id } = attempt.user as AttemptUser & Pick<UserRow, "id">;
  const data = { ...pauseSignIn(attempt), continuation: context.continuation };
  const issued = issueToken(context, pendingSignInToken, { subject: id, userId: id, data });
  await storeToken(attempt.db, issued);
  setSignedCookie(context, pendingSignInCookie, issued.token, pendingSignInToken.expiresIn);
  return { response: { twoFactorRedirect: true, twoFactorMethods } };
}

/**
 * Returns the user's second factors, from plugins, that can finish the sign-in.
 * @param proofs what the sign-in has proven so far
 * @param except id of a plugin to skip
 */
export async function secondFactorsOf(
  context: RequestContext,
  db: Adapter,
  userId: string,
  proofs: PausedSignIn["proofs"],
  except?: string,
): Promise<readonly string[]> {
  const factors: string[] = [];
  for (const { id, find } of context.extensions.secondFactorMethods) {
    if (id !== except) factors.push(...(await find(db, { id: userId, proofs }, context)));
  }
  return factors;
}

/** A browser's pending sign-in. */
export interface WaitingSignIn {
  /** From the browser's cookie. */
  readonly secret: string;
  readonly userId: string;
  readonly data: PausedSignIn;
  readonly expiresAt: Date;
  /** 0 if it can no longer be finished. */
  readonly attemptsLeft: number;
}

/**
 * Returns the pending sign-in that this browser's cookie identifies, or `null`. One query, and none without the cookie.
 */
export async function readPendingSignIn(context: RequestContext): Promise<WaitingSignIn | null> {
  const secret = readSignedCookie(context, pendingSignInCookie);
  const token = secret === null ? null : await peekToken(context.db, context, pendingSignInToken, secret);
  if (secret === null || !token?.userId) return null;
  const { userId, data, expiresAt, attemptsLeft } = token;
  return { secret, userId, data, expiresAt, attemptsLeft: attemptsLeft ?? 0 };
}

/** Returns the response of `GET /pending-sign-in`. One query, plus the plugins' queries. */
export async function describePendingSignIn(context: RequestContext): Promise<PendingSignIn | null> {
  const pending = await readPendingSignIn(context);
  if (!pending?.attemptsLeft) return null;
  const { userId, data, expiresAt, attemptsLeft } = pending;
  const methods = await secondFactorsOf(context, context.db, userId, data.proofs);
  return { methods, expiresAt, attemptsLeft };
}

/**
 * Consumes a pending sign-in. Returns `true` to exactly one of any number of concurrent callers. Call this in the
 * transaction that creates the session, and call `forgetPendingSignIn` after the commit.
 */
export async function consumePendingSignIn(
  tx: Transaction,
  context: RequestContext,
  { secret }: Pick<WaitingSignIn, "secret">,
): Promise<boolean> {
  const token = await consumeToken(tx, context, pendingSignInToken, secret);
  context.continuation ??= token?.data.continuation ?? null;
  return token !== null;
}

/** Ends this browser's pending sign-in, so that no one can finish it. One query, and none without the cookie. */
export async function endPendingSignIn(context: RequestContext): Promise<void> {
  const secret = readSignedCookie(context, pendingSignInCookie);
  if (secret === null) return;
  await consumeToken(context.db, context, pendingSignInToken, secret);
  forgetPendingSignIn(context);
}

/** Clears this browser's pending sign-in cookie. */
export function forgetPendingSignIn(context: RequestContext): void {
  context.reply.clearCookie(context.settings.cookie(pendingSignInCookie));
}
