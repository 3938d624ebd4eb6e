/** Checks that callers give no key more permissions than they have themselves. */

import { missingPermissions, type Permissions } from "@latchkey/core/access";
import type { Adapter, Transaction } from "@latchkey/core/database";
import type { OrganizationGrant } from "@latchkey/core/plugin";
import { failWith } from "./errors.ts";
import type { KeyConfigs } from "./options.ts";
import { type ApiKeyRow, apiKeyTable, type ServiceAccountRow, serviceAccountTable } from "./tables.ts";

/** @throws {AuthError} `INSUFFICIENT_API_KEY_PERMISSIONS` if something is missing */
export function checkLimits(limits: Permissions, permissions: Permissions | null): void {
  if (missingPermissions(limits, permissions ?? {}).length > 0) failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
}

/** @throws {AuthError} `SERVICE_ACCOUNT_NOT_FOUND` */
export async function findServiceAccount(db: Adapter, id: string): Promise<ServiceAccountRow> {
  return (await db.findOne(serviceAccountTable, { where: { id } })) ?? failWith("SERVICE_ACCOUNT_NOT_FOUND");
}

/** A service account's keys have its roles, so only those who could assign them get one. */
export async function checkRole(grant: OrganizationGrant, { role }: ServiceAccountRow): Promise<void> {
  if (!(await grant.canAssign(role))) failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
}

/**
 * Locks a key and returns it. Lock its owner first.
 * @throws {AuthError} `KEY_NOT_FOUND`
 */
export async function findLocked(
  tx: Transaction,
  { id, referenceId }: Pick<ApiKeyRow, "id" | "referenceId">,
): Promise<ApiKeyRow> {
  const row = await tx.lock(apiKeyTable, id);
  return row?.referenceId === referenceId ? row : failWith("KEY_NOT_FOUND");
}

/**
 * A caller who replaces a key or turns it back on can use it, so they need all of its permissions. Checks it under the
 * locks of the key and its owner, because either could have changed since the call began.
 * @param granted what `lockOwner` returned
 * @param row what `findLocked` returned
 * @throws {AuthError} `INSUFFICIENT_API_KEY_PERMISSIONS`
 */
export async function checkLockedReach(
  tx: Transaction,
  configs: KeyConfigs,
  grant: OrganizationGrant | null | undefined,
  granted: Permissions | null,
  row: ApiKeyRow,
): Promise<void> {
  if (!grant || !granted) return;
  if (row.serviceAccountId) {
    await checkLockedRole(tx, grant, await findServiceAccount(tx, row.serviceAccountId));
  } else if (configs.all.get(row.configId)?.clientPermissions) checkLimits(granted, row.permissions);
}

/** Like {@link checkRole}, with the roles and permissions as they are under the organization's lock. */
export async function checkLockedRole(
  tx: Transaction,
  grant: OrganizationGrant,
  { role }: ServiceAccountRow,
): Promise<void> {
  if (!(await grant.canTake(role, tx))) failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
}
