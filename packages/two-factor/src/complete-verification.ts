/**
 * Completes a verification after a correct code. It finishes a sign-in or an enrollment, or adds a proof to the
 * session.
 */

import type { Transaction } from "@latchkey/core/database";
import {
  type CreatedSession,
  changeSession,
  consumePendingSignIn,
  createSession,
  fail,
  forgetPendingSignIn,
  httpErrors,
  notifyUser,
  presentUser,
  proofChange,
  type RequestContext,
  recordAudit,
  resumeSignIn,
  rotateSession,
  StaleUserError,
  syncSessionCookies,
  type UserRow,
  updateUser,
  userTable,
  withUser,
} from "@latchkey/core/plugin";
import { removeOtherCodes } from "./backup-codes/store.ts";
import { type CodeKind, proofsOf } from "./challenge/proofs.ts";
import type { VerifyCodeResponse } from "./contract.ts";
import type { TwoFactorSettings } from "./options.ts";
import { trustDevice } from "./trusted-devices/trust.ts";
import {
  type PausedSignInSubject,
  rejectPausedSignIn,
  type SessionSubject,
  type VerificationSubject,
} from "./verification-subject.ts";

/** The result of consuming a correct code. */
export interface ConsumedCode {
  /**
   * Set if the code completed an enrollment. `codes` is the batch of backup codes to keep, or `null` if there are no
   * other batches to remove.
   */
  readonly confirmedEnrollment?: { readonly codes: string | null };
}

/** Consumes a code. Returns `null`, and changes nothing, if the code is wrong, already used, or blocked by a lock. */
export type ConsumeCode = (tx: Transaction) => Promise<ConsumedCode | null>;

/** A code to verify, and what to do if it's correct. */
export interface CodeVerification {
  readonly settings: TwoFactorSettings;
  readonly kind: CodeKind;
  readonly consume: ConsumeCode;
  readonly trustDevice: boolean;
}

/** Thrown to roll back the transaction if the code is wrong. */
class WrongCodeError extends Error {}

/**
 * Consumes a code, and creates the session for a sign-in or records the proof in the current session.
 * @returns `null` if the code is wrong or was entered too late
 */
export async function completeVerification(
  context: RequestContext,
  subject: VerificationSubject,
  verification: CodeVerification,
): Promise<VerifyCodeResponse | null> {
  if (subject.kind === "session") return completeInSession(context, subject, verification);
  const created = await completeSignIn(context, subject, verification);
  if (created?.kind === "challenge") return created.response;
  return created && { token: created.token, user: presentUser(context, created.active.user) };
}

/**
 * Creates the session for a sign-in. Consumes the challenge and the code in the same transaction, and runs all gates
 * again. Sends four queries plus those of `consume`, and more to trust the device.
 *
 * @returns `null` if the code is wrong or the challenge has ended
 */
async function completeSignIn(
  context: RequestContext,
  challenge: PausedSignInSubject,
  { settings, kind, consume, trustDevice: remember }: CodeVerification,
): Promise<CreatedSession | null> {
  const { userId, data } = challenge;
  const trustedUser = { id: userId, epoch: data.epoch };
  try {
    const created = await context.db.transaction(async (tx) => {
      await consumePausedSignInAndCode(tx, context, challenge, consume);
      const signedIn = await createSession(context, resumeSignIn(context, data, proofsOf(kind)), tx);
      if (remember && signedIn.kind === "session")
        await trustDevice(tx, context, trustedUser, settings.trustDeviceMaxAge);
      return signedIn;
    });
    forgetPendingSignIn(context);
    return created;
  } catch (error) {
    return nullIfWrongCode(context, error);
  }
}

/**
 * Consumes the challenge and the code without creating a session. Fails if the user's epoch changed since the first
 * step.
 * @returns the user, or `null` if the code is wrong or the challenge has ended
 */
export async function consumePausedSignIn(
  context: RequestContext,
  challenge: PausedSignInSubject,
  consume: ConsumeCode,
): Promise<UserRow | null> {
  try {
    const user = await context.db.transaction(async (tx) => {
      await consumePausedSignInAndCode(tx, context, challenge, consume);
      const locked = await tx.lock(userTable, challenge.userId);
      if (locked?.epoch === challenge.data.epoch) return locked;
      throw new StaleUserError("The user changed while signing in.");
    });
    forgetPendingSignIn(context);
    return user;
  } catch (error) {
    return nullIfWrongCode(context, error);
  }
}

async function consumePausedSignInAndCode(
  tx: Transaction,
  context: RequestContext,
  challenge: PausedSignInSubject,
  consume: ConsumeCode,
): Promise<void> {
  if (!(await consumePendingSignIn(tx, context, challenge))) throw new WrongCodeError();
  if (!(await consume(tx))) throw new WrongCodeError();
}

function nullIfWrongCode(context: RequestContext, error: unknown): null {
  if (error instanceof WrongCodeError) return null;
  // The user changed after the first step, for example with a new password or a ban, so that step no longer counts.
  if (error instanceof StaleUserError) return rejectPausedSignIn(context, "INVALID_TWO_FACTOR_COOKIE");
  throw error;
}

/**
 * Records the proof in the session, which makes it fresh again. If the code completes an enrollment, 2FA turns on and
 * the session gets a new token.
 * @returns `null` if the code is wrong
 */
async function completeInSession(
  context: RequestContext,
  { active, secret }: SessionSubject,
  verification: CodeVerification,
): Promise<VerifyCodeResponse | null> {
  const changed = await consumeInSession(context, active, verification).catch((error: unknown) => {
    if (error instanceof WrongCodeError) return null;
    throw error;
  });
  if (!changed) return null;
  syncSessionCookies(context, changed.active, changed.token);
  return { token: changed.token ?? secret, user: presentUser(context, changed.active.user) };
}

type Active = SessionSubject["active"];

interface ChangedSession {
  readonly active: Active;
  readonly token?: string;
}

/**
 * @throws {WrongCodeError} if the code is wrong or verification was locked in the meantime. This rolls back what
 * `consume` wrote.
 */
function consumeInSession(
  context: RequestContext,
  active: Active,
  { settings, kind, consume, trustDevice: remember }: CodeVerification,
): Promise<ChangedSession> {
  return context.db.transaction(async (tx) => {
    const spent = await consume(tx);
    if (!spent) throw new WrongCodeError();
    const proven = proofsOf(kind);
    const { confirmedEnrollment } = spent;
    const next = confirmedEnrollment
      ? await confirmEnrollment(tx, context, active, proven, confirmedEnrollment)
      : { active: await changeSession(tx, active, (session) => proofChange(context, session, proven)) };
    if (remember) await trustDevice(tx, context, next.active.user, settings.trustDeviceMaxAge);
    return next;
  });
}

async function confirmEnrollment(
  tx: Transaction,
  context: RequestContext,
  active: Active,
  proven: readonly string[],
  { codes }: NonNullable<ConsumedCode["confirmedEnrollment"]>,
): Promise<ChangedSession> {
  const { user } = active;
  // The new epoch ends trusted devices and unfinished sign-ins from before.
  const enabled = await updateUser(tx, context, user, { twoFactorEnabled: true }, { newEpoch: true });
  if (!enabled) fail(httpErrors, "UNAUTHORIZED");
  const rotated = await rotateSession(tx, context, active, proven);
  if (codes !== null) await removeOtherCodes(tx, user.id, codes);
  await recordAudit(tx, context, { action: "two-factor.enable", actorId: user.id, userId: user.id });
  await notifyUser(tx, context, user.id, "two-factor-enabled");
  return { ...rotated, active: withUser(rotated.active, enabled) };
}
