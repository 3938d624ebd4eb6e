/** Links of references to customers: stored once, whoever makes them. */

import type { AuthContext } from "@latchkey/core";
import { randomId } from "@latchkey/core/crypto";
import { type Adapter, UniqueViolation } from "@latchkey/core/database";
import { type LinkRow, type LinkState, linkTable } from "./table.ts";

/** Notes that a customer is to be made, in the transaction of a sign-up. */
export async function notePending(tx: Adapter, context: AuthContext, referenceId: string): Promise<void> {
  const now = context.now();
  await tx.insert(linkTable, {
    id: randomId(context.random),
    referenceId,
    customerId: null,
    state: "pending",
    error: null,
    createdAt: now,
    updatedAt: now,
  });
}

/** What a link becomes. */
export interface LinkChange {
  readonly state: LinkState;
  readonly customerId: string | null;
  readonly error?: string | null;
}

/**
 * Stores what is known of a link. One that is linked stays as it is.
 * @returns whether the reference is linked to this customer, or in this state, now
 */
export async function putLink(context: AuthContext, referenceId: string, change: LinkChange): Promise<boolean> {
  const { db } = context;
  const updatedAt = context.now();
  const set = { state: change.state, customerId: change.customerId, error: change.error ?? null, updatedAt };
  try {
    const changed = await db.update(linkTable, { where: { referenceId, state: { ne: "linked" } }, set });
    if (changed > 0) return true;
    await db.insert(linkTable, { id: randomId(context.random), referenceId, ...set, createdAt: updatedAt });
    return true;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    const known = await linkOf(db, referenceId);
    return known?.state === "linked" && known.customerId === change.customerId;
  }
}

/** The link of a reference. */
export function linkOf(db: Adapter, referenceId: string): Promise<LinkRow | null> {
  return db.findOne(linkTable, { where: { referenceId } });
}
