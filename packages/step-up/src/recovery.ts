/** The cooldown after a user recovers their account through the mailbox. */

import { type Transaction, widen } from "@latchkey/core/database";
import {
  type ActiveSession,
  countSignInMethods,
  type EndpointHook,
  fail,
  hasAssurance,
  type MailboxRecovery,
  type RequestContext,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { isKnownDevice } from "./devices/known.ts";
import { stepUpErrors } from "./errors.ts";
import type { StepUpSettings } from "./options.ts";
import type { UserWithRecovery } from "./tables.ts";

/**
 * Starts the cooldown, unless the mailbox was never verified, because then this is its owner's first visit. A second
 * recovery restarts it, so it never gets shorter. Sends no query if there's no cooldown. Otherwise, sends at most one
 * query and, after a sign-in by link or code, one for the device and one for each kind of sign-in method.
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
 * Whether a link or code replaces another sign-in method. Many users always sign in this way: those who have nothing
 * else, and those who have used this browser before.
 */
async function replacesOtherMethods(tx: Transaction, context: RequestContext, userId: string): Promise<boolean> {
  return !(await isKnownDevice(tx, context, userId)) && (await countSignInMethods(tx, context, userId)) > 0;
}

/**
 * Rejects sign-in method changes during the cooldown. Anyone who can read the mailbox can set a new password, but for a
 * while, that's all they can do. A second factor, or a passkey that verified its user, proves that it's the owner.
 *
 * @throws {AuthError} `ACCOUNT_RECENTLY_RECOVERED`
 */
export function checkCooldown(context: RequestContext, active: ActiveSession, settings: StepUpSettings): void {
  const until = cooldownEnd(context, active.user, settings);
  if (until === null) return;
  if (hasAssurance(context, active, { acr: "aal2", maxAge: settings.sensitiveMaxAge })) return;
  fail(stepUpErrors, "ACCOUNT_RECENTLY_RECOVERED", { details: { until } });
}

/** Returns when the user's cooldown ends, or `null` if there's none now. */
export function cooldownEnd(context: RequestContext, user: object, { recoveryCooldown }: StepUpSettings): Date | null {
  const { recoveredAt = null } = user as Partial<UserWithRecovery>;
  if (recoveredAt === null) return null;
  const end = new Date(recoveredAt.getTime() + recoveryCooldown * 1000);
  return end > context.now() ? end : null;
}

/** Declares the error of `checkCooldown`, which the plugin also runs before a provider account is added. */
export const linkHook: EndpointHook = {
  on: ["linkSocial"],
  errors: { ACCOUNT_RECENTLY_RECOVERED: stepUpErrors.ACCOUNT_RECENTLY_RECOVERED },
};
