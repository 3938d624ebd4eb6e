/** The cooldown after a user recovers their account through the mailbox. */

import { type Transaction, widen } from "@latchkey/core/database";
import {
  type ActiveSession,
  checkAssurance,
  countSignInMethods,
  type EndpointHook,
  fail,
  hasAssurance,
  listEnrolledFactors,
  type MailboxRecovery,
  type RequestContext,
  readSession,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { isKnownDevice } from "./devices/known.ts";
import { stepUpErrors } from "./errors.ts";
import type { StepUpSettings } from "./options.ts";
import type { UserWithRecovery } from "./tables.ts";

/**
 * Starts the cooldown, unless the mailbox was never verified, because then this is its owner's first visit. Another
 * recovery restarts the cooldown, so it never gets shorter. Sends no query if there's no cooldown. Otherwise, sends at
 * most one query and, after a sign-in by link or code, one for the device and one for each kind of sign-in method.
 */
export async function noteRecovery(
  tx: Transaction,
  { user, reason }: MailboxRecovery,
  context: RequestContext,
  { recoveryCooldown }: StepUpSettings,
): Promise<boolean> {
  const { id, emailVerified, provenEmail } = user as unknown as UserRow;
  if (recoveryCooldown === 0 || (!emailVerified && provenEmail === null)) return false;
  if (reason === "sign-in" && !(await replacesOtherMethods(tx, context, id))) return false;
  const set = { recoveredAt: context.now() };
  await tx.update(widen<UserWithRecovery>(userTable), { where: { id }, set });
  return false;
}

/**
 * Whether a link or code was used instead of the user's other sign-in methods. It wasn't if the user has no other
 * method, or has signed in with this browser before.
 */
async function replacesOtherMethods(tx: Transaction, context: RequestContext, userId: string): Promise<boolean> {
  return !(await isKnownDevice(tx, context, userId)) && (await countSignInMethods(tx, context, userId)) > 0;
}

/**
 * Requires a recent second factor from users who have one, and rejects everyone else during the cooldown. Anyone who
 * can read the mailbox can set a new password, but they can't change anything else during the cooldown. A second
 * factor, or a passkey with user verification, proves that the caller is the owner.
 *
 * @throws {AuthError} `SESSION_NOT_FRESH` or `ACCOUNT_RECENTLY_RECOVERED`
 */
export async function checkSecondFactor(
  context: RequestContext,
  active: ActiveSession,
  settings: StepUpSettings,
): Promise<void> {
  if (await hasSecondFactor(context, active)) {
    await checkAssurance(context, active, { acr: "aal2", maxAge: settings.sensitiveMaxAge });
    return;
  }
  const until = cooldownOf(context, active, settings);
  if (until !== null) fail(stepUpErrors, "ACCOUNT_RECENTLY_RECOVERED", { details: { until } });
}

/**
 * Returns when the request's session can change sign-in methods again, or `null` if it already can. Users with a second
 * factor don't have to wait, because the calls ask them for it.
 */
export async function blockedUntil(context: RequestContext, settings: StepUpSettings): Promise<Date | null> {
  const active = await readSession(context);
  const until = active && cooldownOf(context, active, settings);
  return until && !(await hasSecondFactor(context, active)) ? until : null;
}

const hasSecondFactor = async (context: RequestContext, active: ActiveSession): Promise<boolean> =>
  (await listEnrolledFactors(context, active)).includes("two-factor");

/** Returns when the cooldown ends, or `null` if there's none or the session has a proof that lifts it. */
function cooldownOf(context: RequestContext, active: ActiveSession, settings: StepUpSettings): Date | null {
  const { recoveredAt = null } = active.user as Partial<UserWithRecovery>;
  if (recoveredAt === null) return null;
  const end = new Date(recoveredAt.getTime() + settings.recoveryCooldown * 1000);
  if (end <= context.now()) return null;
  return hasAssurance(context, active, { acr: "aal2", maxAge: settings.sensitiveMaxAge }) ? null : end;
}

/**
 * Declares the error that `checkSecondFactor` adds to calls that link a provider account. Core already declares
 * `SESSION_NOT_FRESH`.
 */
export const linkHook: EndpointHook = {
  on: ["linkSocial"],
  errors: { ACCOUNT_RECENTLY_RECOVERED: stepUpErrors.ACCOUNT_RECENTLY_RECOVERED },
};
