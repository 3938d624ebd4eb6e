/** Service accounts whose custom role is deleted or renamed. */

import type { Transaction } from "@latchkey/core/database";
import type { TableHook } from "@latchkey/core/plugin";
import { type ServiceAccountRow, serviceAccountTable } from "./tables.ts";

/** Accounts per query. */
const batchSize = 500;

/**
 * Turns off the accounts, because someone could create another role with the same name and more permissions. Turning an
 * account on again requires all permissions of its role.
 */
async function turnOffAccounts(tx: Transaction, organizationId: string, role: string): Promise<void> {
  for (let last = ""; ; ) {
    const accounts: readonly ServiceAccountRow[] = await tx.findMany(serviceAccountTable, {
      where: { organizationId, id: { gt: last } },
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    const ids = accounts.filter((account) => account.role.split(",").includes(role)).map(({ id }) => id);
    if (ids.length > 0) await tx.update(serviceAccountTable, { where: { id: { in: ids } }, set: { disabled: true } });
    if (accounts.length < batchSize) return;
    last = accounts.at(-1)?.id ?? "";
  }
}

/** Runs when a custom role is deleted or renamed. */
export const roleHooks: readonly TableHook[] = [
  {
    table: "organizationRole",
    operation: "delete",
    async inTransaction({ rows }, tx) {
      for (const { organizationId, role } of rows) await turnOffAccounts(tx, String(organizationId), String(role));
    },
  },
  {
    table: "organizationRole",
    operation: "update",
    async inTransaction({ rows, set }, tx) {
      const name = set?.role;
      if (name === undefined) return;
      for (const { organizationId, role } of rows)
        if (role !== name) await turnOffAccounts(tx, String(organizationId), String(role));
    },
  },
];
