/** Links of references to customers: stored once, whoever makes them. */

import { randomId } from "@latchkey/core/crypto";
import { type Adapter, UniqueViolation } from "@latchkey/core/database";
import type { AuthContext, TableHook } from "@latchkey/core/plugin";
import { type LinkState, linkTable } from "./table.ts";

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

/** Who deletes their account has no customer any more: whoever proves the address next may claim what was claimed. */
export const linksOfDeleted: TableHook = {
  table: "user",
  operation: "delete",
  async inTransaction({ rows }, tx) {
    await tx.remove(linkTable, { where: { referenceId: { in: rows.map(({ id }) => String(id)) } } });
  },
};

/** What a link becomes. */
export interface LinkChange {
  readonly state: LinkState;
  readonly customerId: string | null;
  readonly error?: string | null;
}

/** What storing a link takes besides. */
export interface LinkOptions {
  /** The customer that the link names so far, and who is theirs no more. */
  readonly gone?: string | null;
  /** What else is written, in the transaction of the link. */
  also?(tx: Adapter): Promise<void>;
}

/**
 * Stores what is known of a link. One that is linked stays as it is, unless it is to the customer that is `gone`.
 * @returns whether the reference is linked to this customer, or in this state, now
 */
export async function putLink(
  context: AuthContext,
  referenceId: string,
  change: LinkChange,
  { gone = null, also }: LinkOptions = {},
): Promise<boolean> {
  const { db } = context;
  const isFree = gone === null ? { state: { ne: "linked" } as const } : { customerId: gone };
  const updatedAt = context.now();
  const set = { state: change.state, customerId: change.customerId, error: change.error ?? null, updatedAt };
  try {
    await db.transaction(async (tx) => {
      const changed = await tx.update(linkTable, { where: { referenceId, ...isFree }, set });
      const row = { id: randomId(context.random), referenceId, ...set, createdAt: updatedAt };
      if (changed === 0) await tx.insert(linkTable, row);
      await also?.(tx);
    });
    return true;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    const known = await db.findOne(linkTable, { where: { referenceId } });
    return known?.state === "linked" && known.customerId === change.customerId;
  }
}
