/** Turns off an organization's providers when the organization is deleted. */

import type { Transaction } from "@latchkey/core/database";
import type { TableHook } from "@latchkey/core/plugin";
import { ssoProviderTable, ssoSessionTable } from "../tables.ts";
import { maxListed } from "./store.ts";

/** Runs before the database clears the organization's id in its providers. */
export const organizationHook: TableHook = {
  table: "organization",
  operation: "delete",
  async beforeWrite({ rows }, tx) {
    for (const { id } of rows) await endProviders(tx, String(id));
  },
};

/** Turns the providers off and ends their sessions. Sign-ins in progress lock their provider, so none are missed. */
async function endProviders(tx: Transaction, organizationId: string): Promise<void> {
  const set = { enabled: false, oidcConfig: null, samlConfig: null };
  const where = { organizationId };
  const providers = await tx.findMany(ssoProviderTable, { where, columns: ["id"], limit: maxListed });
  if (providers.length === 0) return;
  await tx.update(ssoProviderTable, { where, set });
  await tx.remove(ssoSessionTable, {
    where: { ssoProviderId: { in: providers.map(({ id }) => id) } },
  });
}
