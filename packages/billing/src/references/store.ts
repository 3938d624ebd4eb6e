/** Stores links between references and customers. */

import { randomId } from "@latchkey/core/crypto";
import { type Adapter, type Transaction, UniqueViolation } from "@latchkey/core/database";
import type { AuthContext, TableHook } from "@latchkey/core/plugin";
import { type LinkState, linkTable } from "./table.ts";

/** Records that a customer must be created, in a sign-up's transaction. */
export async function insertPendingLink(tx: Adapter, context: AuthContext, referenceId: string): Promise<void> {
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

/**
 * Hooks that remove deleted users' and organizations' links, so that the customer can be linked again, such as by the
 * next user who verifies the email.
 */
export const removeLinksOnDelete: readonly TableHook[] = [
  removeLinksHook("user", ""),
  removeLinksHook("organization", "org_"),
];

function removeLinksHook(table: string, prefix: string): TableHook {
  return {
    table,
    operation: "delete",
    async inTransaction({ rows }, tx) {
      await tx.remove(linkTable, { where: { referenceId: { in: rows.map(({ id }) => `${prefix}${id}`) } } });
    },
  };
}

/** A link's new state. */
export interface LinkChange {
  readonly state: LinkState;
  readonly customerId: string | null;
  readonly error?: string | null;
}

/** Options for storing a link. */
export interface LinkOptions {
  /** The customer that the link still names but that no longer belongs to the reference. */
  readonly staleCustomerId?: string | null;
  /** Checks the link's preconditions at the start of its transaction. */
  beforeWrite?(tx: Transaction): Promise<void>;
  /** Additional writes in the link's transaction. */
  inTransaction?(tx: Adapter): Promise<void>;
}

/**
 * Stores a link's state. Keeps an existing link to a customer, unless that customer is `staleCustomerId`.
 * @returns whether the reference now has this link or state
 */
export async function saveLink(
  context: AuthContext,
  referenceId: string,
  change: LinkChange,
  { staleCustomerId = null, beforeWrite, inTransaction }: LinkOptions = {},
): Promise<boolean> {
  const { db } = context;
  const replaceable = staleCustomerId === null ? { state: { ne: "linked" } as const } : { customerId: staleCustomerId };
  const updatedAt = context.now();
  const set = { state: change.state, customerId: change.customerId, error: change.error ?? null, updatedAt };
  try {
    await db.transaction(async (tx) => {
      await beforeWrite?.(tx);
      const changed = await tx.update(linkTable, { where: { referenceId, ...replaceable }, set });
      const row = { id: randomId(context.random), referenceId, ...set, createdAt: updatedAt };
      if (changed === 0) await tx.insert(linkTable, row);
      await inTransaction?.(tx);
    });
    return true;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    const existing = await db.findOne(linkTable, { where: { referenceId } });
    return existing?.state === "linked" && existing.customerId === change.customerId;
  }
}
