/** What a right code leads to: the session of a sign-in, a finished enrolment, or a proof in the session there is. */

import type { Transaction } from "@latchkey/core/database";
import {
  type CreatedSession,
  changeSession,
  createSession,
  fail,
  httpErrors,
  presentUser,
  proofsNow,
  type RequestContext,
  recordAudit,
  rotateSession,
  StaleUserError,
  showSession,
  takeToken,
  tellOwner,
  type UserRow,
  updateUser,
  userTable,
  withUser,
} from "@latchkey/core/plugin";
import { type Asker, type Challenged, clearChallenge, refuseChallenge, type SignedInAsker } from "./asker.ts";
import { removeOtherCodes } from "./backup-codes/store.ts";
import { type CodeKind, proofsOf } from "./challenge/proofs.ts";
import { challengeToken, fieldsOf } from "./challenge/token.ts";
import type { VerifiedCode } from "./contract.ts";
import type { TwoFactorSettings } from "./options.ts";
import { trustDevice } from "./trusted-devices/trust.ts";

/** What spending a right code found out. */
export interface Spent {
  /** It was the first one of an enrolment, and these are the backup codes that came with it; `null`: as they were. */
  readonly confirms?: { readonly codes: string | null };
}

/** Uses a code up. `null`: it is wrong, used, or not looked at because of a lock; nothing is written then. */
export type Spend = (tx: Transaction) => Promise<Spent | null>;

/** What goes with a right code. */
export interface Acceptance {
  readonly settings: TwoFactorSettings;
  readonly kind: CodeKind;
  readonly spend: Spend;
  readonly trust: boolean;
}

/** Undoes what was written: the code was wrong after all. */
class WrongCode extends Error {}

/**
 * Uses a code: creates the session of a sign-in, or records the proof in the current session.
 * @returns `null` if the code is wrong or came too late
 */
export async function accept(
  context: RequestContext,
  asker: Asker,
  acceptance: Acceptance,
): Promise<VerifiedCode | null> {
  if (asker.kind === "session") return acceptInSession(context, asker, acceptance);
  const created = await acceptChallenge(context, asker, acceptance);
  if (created?.kind === "challenge") return created.answer;
  return created && { token: created.token, user: presentUser(context, created.active.user) };
}

/**
 * Makes the session of a sign-in: challenge and code are used up with it, or nothing is. All gates are asked again.
 * Takes four statements and those of `spend`; one more to trust the device.
 *
 * @returns `null`: the code is wrong, or the challenge is over
 */
async function acceptChallenge(
  context: RequestContext,
  challenge: Challenged,
  { settings, kind, spend, trust }: Acceptance,
): Promise<CreatedSession | null> {
  const { userId, data } = challenge;
  const known = { id: userId, epoch: data.epoch };
  try {
    const created = await context.db.transaction(async (tx) => {
      await spendBoth(tx, context, challenge, spend);
      const signedIn = await createSession(context, groundsOf(context, challenge, kind), tx);
      if (trust && signedIn.kind === "session") await trustDevice(tx, context, known, settings.trustFor);
      return signedIn;
    });
    clearChallenge(context);
    return created;
  } catch (error) {
    return unlessWrong(context, error);
  }
}

/**
 * Uses challenge and code up without a session; as there, for whoever did the first step as they were then.
 * @returns whose they were; `null` as `acceptChallenge`
 */
export async function spendChallenge(
  context: RequestContext,
  challenge: Challenged,
  spend: Spend,
): Promise<UserRow | null> {
  try {
    const user = await context.db.transaction(async (tx) => {
      await spendBoth(tx, context, challenge, spend);
      const locked = await tx.lock(userTable, challenge.userId);
      if (locked?.epoch === challenge.data.epoch) return locked;
      throw new StaleUserError("The user changed while signing in.");
    });
    clearChallenge(context);
    return user;
  } catch (error) {
    return unlessWrong(context, error);
  }
}

async function spendBoth(
  tx: Transaction,
  context: RequestContext,
  { secret }: Challenged,
  spend: Spend,
): Promise<void> {
  if (!(await takeToken(tx, context, challengeToken, secret))) throw new WrongCode();
  if (!(await spend(tx))) throw new WrongCode();
}

function unlessWrong(context: RequestContext, error: unknown): null {
  if (error instanceof WrongCode) return null;
  // The user changed after the first step (password, factors, ban), so that step no longer counts.
  if (error instanceof StaleUserError) return refuseChallenge(context, "INVALID_TWO_FACTOR_COOKIE");
  throw error;
}

function groundsOf(context: RequestContext, { userId, data }: Challenged, kind: CodeKind) {
  return {
    user: { id: userId, epoch: data.epoch },
    method: data.method,
    proven: proofsOf(kind),
    provenEarlier: data.proofs,
    rememberMe: data.rememberMe,
    fields: fieldsOf(context, data),
    verifiedEmail: data.verifiedEmail ?? null,
    accountId: data.accountId ?? null,
    ...(data.expiresIn === null ? {} : { expiresIn: data.expiresIn }),
  };
}

/**
 * Notes the proof in the session: it is fresh again. Where the code finishes an enrolment, the second factor takes effect
 * and the session gets a new token. @returns `null`: the code is wrong
 */
async function acceptInSession(
  context: RequestContext,
  { active, secret }: SignedInAsker,
  acceptance: Acceptance,
): Promise<VerifiedCode | null> {
  const changed = await changeInSession(context, active, acceptance).catch((error: unknown) => {
    if (error instanceof WrongCode) return null;
    throw error;
  });
  if (!changed) return null;
  showSession(context, changed.active, changed.token);
  return { token: changed.token ?? secret, user: presentUser(context, changed.active.user) };
}

type Active = SignedInAsker["active"];

interface Changed {
  readonly active: Active;
  readonly token?: string;
}

/** @throws {WrongCode} undoes the use of a code that a lock made worthless meanwhile */
function changeInSession(
  context: RequestContext,
  active: Active,
  { settings, kind, spend, trust }: Acceptance,
): Promise<Changed> {
  return context.db.transaction(async (tx) => {
    const spent = await spend(tx);
    if (!spent) throw new WrongCode();
    const proven = proofsOf(kind);
    const { confirms } = spent;
    const next = confirms
      ? await confirm(tx, context, active, proven, confirms)
      : { active: await changeSession(tx, active, (session) => proofsNow(context, session, proven)) };
    if (trust) await trustDevice(tx, context, next.active.user, settings.trustFor);
    return next;
  });
}

async function confirm(
  tx: Transaction,
  context: RequestContext,
  active: Active,
  proven: readonly string[],
  { codes }: NonNullable<Spent["confirms"]>,
): Promise<Changed> {
  const { user } = active;
  // A new epoch: trusted devices, and sign-ins under way, are of before.
  const enabled = await updateUser(tx, context, user, { twoFactorEnabled: true }, { newEpoch: true });
  if (!enabled) fail(httpErrors, "UNAUTHORIZED");
  const rotated = await rotateSession(tx, context, active, proven);
  if (codes !== null) await removeOtherCodes(tx, user.id, codes);
  await recordAudit(tx, context, { action: "two-factor.enable", actorId: user.id, userId: user.id });
  await tellOwner(tx, context, user.id, "two-factor-enabled");
  return { ...rotated, active: withUser(rotated.active, enabled) };
}
