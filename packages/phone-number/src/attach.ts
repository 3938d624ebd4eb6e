/** Adds a verified number to the caller's account, and removes it. */

import { type Transaction, UniqueViolation, widen } from "@latchkey/core/database";
import {
  type ActiveSession,
  changeSession,
  checkNotGuest,
  checkRecentProof,
  countSignInMethods,
  fail,
  hasRecoverableMailbox,
  httpErrors,
  impersonationErrors,
  impersonatorOf,
  notifyUser,
  presentUser,
  proofChange,
  type RequestContext,
  readSessionToken,
  recordAudit,
  syncSessionCookies,
  updateUser,
  userTable,
} from "@latchkey/core/plugin";
import type { PhoneProof } from "./codes.ts";
import type { VerifyPhoneNumberResponse } from "./contract.ts";
import { phoneNumberErrors } from "./errors.ts";
import type { PhoneNumber } from "./numbers.ts";
import { phoneProofs } from "./recovery.ts";
import { noNumber, type UserWithPhone } from "./tables.ts";

type Verified = VerifyPhoneNumberResponse<ReturnType<typeof presentUser>>;

/**
 * Adds the number to the caller's account. The caller must have proven a factor recently, because a number is a sign-in
 * method.
 * @param check checks the code
 * @throws {AuthError} `PHONE_NUMBER_EXIST` if another user has it
 */
export async function addNumber(
  context: RequestContext,
  { number }: PhoneNumber,
  active: ActiveSession | null,
  check: () => Promise<PhoneProof>,
): Promise<Verified> {
  if (!active) return fail(httpErrors, "UNAUTHORIZED");
  if (impersonatorOf(context, active.session) !== null) fail(impersonationErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
  checkNotGuest(context, active.user);
  await checkRecentProof(context, active);
  const proof = await check();
  const changed = await context.db
    .transaction(async (tx) => {
      const user = await lockUser(tx, active.user.id);
      await proof.consume(tx);
      const phoneVerifiedEmail = active.session.verifiedEmail;
      const set = { phoneNumber: number, phoneNumberVerified: true, phoneVerifiedEmail };
      const stored = (await updateUser(tx, context, user, set, { newEpoch: true })) ?? fail(httpErrors, "UNAUTHORIZED");
      const proven = await changeSession(tx, active, (session) => proofChange(context, session, phoneProofs(number)));
      await recordAudit(tx, context, { action: "phone.add", actorId: user.id, userId: user.id });
      await notifyUser(tx, context, user.id, "phone-added");
      return { session: proven.session, user: stored };
    })
    .catch(toPhoneError);
  syncSessionCookies(context, changed);
  return { status: true, token: readSessionToken(context)?.token ?? null, user: presentUser(context, changed.user) };
}

/** Records that the caller has just proven their own number. */
export async function proveSession(
  context: RequestContext,
  { number }: PhoneNumber,
  active: ActiveSession,
  proof: PhoneProof,
): Promise<Verified> {
  // An impersonating admin can't prove the user's factors.
  if (impersonatorOf(context, active.session) !== null) fail(impersonationErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
  const changed = await context.db.transaction(async (tx) => {
    await proof.consume(tx);
    return changeSession(tx, active, (session) => proofChange(context, session, phoneProofs(number)));
  });
  syncSessionCookies(context, changed);
  return { status: true, token: readSessionToken(context)?.token ?? null, user: presentUser(context, changed.user) };
}

/**
 * Removes the caller's number, unless it's their last sign-in method. Counts the methods while holding the lock on the
 * user.
 * @returns the user's new row
 */
export async function removeNumber(context: RequestContext, active: ActiveSession): Promise<UserWithPhone> {
  await checkRecentProof(context, active);
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, active.user.id);
    if (user.phoneNumber === null) return user;
    const isLast = (await countSignInMethods(tx, context, user.id)) <= 1 && !hasRecoverableMailbox(context, user);
    if (isLast) fail(phoneNumberErrors, "CANNOT_REMOVE_LAST_SIGN_IN_METHOD");
    // Someone might be signing in with the number right now.
    const stored = await updateUser(tx, context, user, noNumber, { newEpoch: true });
    await recordAudit(tx, context, { action: "phone.remove", actorId: user.id, userId: user.id });
    await notifyUser(tx, context, user.id, "phone-removed");
    return { ...user, ...stored, ...noNumber };
  });
}

async function lockUser(tx: Transaction, id: string): Promise<UserWithPhone> {
  return (await tx.lock(widen<UserWithPhone>(userTable), id)) ?? fail(httpErrors, "UNAUTHORIZED");
}

function toPhoneError(error: unknown): never {
  if (!(error instanceof UniqueViolation) || error.columns.join() !== "phoneNumber") throw error;
  return fail(phoneNumberErrors, "PHONE_NUMBER_EXIST", { cause: error });
}
