/** Gives every user and organization at most one trial, even if several checkouts are open. */

import { randomId } from "@latchkey/core/crypto";
import { UniqueViolation } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { checkoutTable } from "../checkouts/table.ts";
import type { CheckoutPage } from "../provider/checkout.ts";
import { subscriptionTable } from "../subscriptions/table.ts";
import { type TrialRow, trialTable } from "./table.ts";

/** Whether a checkout can offer a trial. */
export type TrialDecision =
  /** The checkout can offer the trial. Call `keepTrial` once it's open. */
  | { readonly kind: "held"; readonly hold: TrialRow }
  /** The same checkout is still open. */
  | { readonly kind: "open"; readonly url: string }
  /** The reference has had a trial, or another checkout offers it. */
  | { readonly kind: "none" };

/** How long a trial is held while its checkout is created, in milliseconds. */
const creationTime = 60_000;

/** How long a checkout's events can take to arrive after it expires, in milliseconds. */
const eventTime = 3_600_000;

/** How long a checkout stays open if the payment provider doesn't say, in milliseconds. */
const checkoutLifetime = 86_400_000;

/**
 * Holds a reference's trial for one checkout.
 *
 * @param reference.customerId the reference's customer
 * @param request a hash of the requested checkout
 */
export async function holdTrial(
  context: AuthContext,
  reference: { readonly externalId: string; readonly customerId: string },
  request: string,
): Promise<TrialDecision> {
  if (await hasHadTrial(context, reference.customerId)) return { kind: "none" };
  const { db } = context;
  const now = context.now();
  const heldUntil = new Date(now.getTime() + creationTime);
  const stored = await db.findOne<TrialRow, {}>(trialTable, { where: { referenceId: reference.externalId } });
  if (!stored) {
    const row = { id: randomId(context.random), referenceId: reference.externalId, request, heldUntil, step: 0 };
    return insertHold(context, { ...row, checkoutId: null, url: null });
  }
  const isHeld = stored.heldUntil > now && !(await isClosed(context, stored.checkoutId));
  if (isHeld && stored.url !== null && stored.request === request) return { kind: "open", url: stored.url };
  if (isHeld) return { kind: "none" };
  const hold = { ...stored, checkoutId: null, url: null, request, heldUntil, step: stored.step + 1 };
  const { id, ...set } = hold;
  const changed = await db.update(trialTable, { where: { id, step: stored.step }, set });
  return changed === 0 ? { kind: "none" } : { kind: "held", hold };
}

async function hasHadTrial({ db }: AuthContext, customerId: string): Promise<boolean> {
  const where = { customerId, trialEndsAt: { ne: null } };
  return (await db.findMany(subscriptionTable, { where, columns: ["id"], limit: 1 })).length > 0;
}

/**
 * Whether the checkout can no longer be completed. A paid one isn't closed, because its subscription may not have
 * arrived yet.
 */
async function isClosed({ db }: AuthContext, checkoutId: string | null): Promise<boolean> {
  if (checkoutId === null) return false;
  const row = await db.findOne(checkoutTable, { where: { id: checkoutId }, columns: ["id", "status"] });
  return row?.status === "expired" || row?.status === "failed";
}

async function insertHold({ db }: AuthContext, hold: TrialRow): Promise<TrialDecision> {
  try {
    await db.insert(trialTable, hold);
    return { kind: "held", hold };
  } catch (error) {
    if (error instanceof UniqueViolation) return { kind: "none" };
    throw error;
  }
}

/** Keeps the trial for the checkout that was opened, until it can no longer be completed. */
export async function keepTrial(context: AuthContext, { id, step }: TrialRow, page: CheckoutPage): Promise<void> {
  const expires = page.expiresAt?.getTime() ?? context.now().getTime() + checkoutLifetime;
  const set = { checkoutId: page.id, url: page.url, heldUntil: new Date(expires + eventTime) };
  await context.db.update(trialTable, { where: { id, step }, set });
}

/** Releases the trial if its checkout couldn't be opened. */
export async function releaseTrial({ db }: AuthContext, { id, step }: TrialRow): Promise<void> {
  await db.remove(trialTable, { where: { id, step } });
}
