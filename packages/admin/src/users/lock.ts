/** Locks the rows of the actor and the target, so that permission checks still hold when the change is written. */

import { missingPermissions, type Permissions, roleNames } from "@latchkey/core/access";
import type { FindMany, Transaction } from "@latchkey/core/database";
import { fail, lockUsers, type RequestContext, sessionErrors } from "@latchkey/core/plugin";
import { denyBanned } from "../bans.ts";
import { type AdminErrorCode, adminErrors } from "../errors.ts";
import { type Actor, requirePermissions } from "../guards.ts";
import { type AdminSettings, permissionsOf } from "../options.ts";
import { sessions, type UserWithRole, users } from "../tables.ts";

/** The actor and the target, as read under the lock. */
export interface LockedUsers {
  /** `null` if the app itself acts. */
  readonly actor: UserWithRole | null;
  readonly granted: Permissions;
  readonly target: UserWithRole;
}

/** The target of an action, and the permissions it requires. */
export interface UserAction {
  readonly actor: Actor;
  readonly userId: string;
  readonly required: Permissions;
  /** The error if the actor lacks the permissions. */
  readonly errorCode: AdminErrorCode;
}

/**
 * Locks both rows until the transaction ends, and checks again that the actor can act on the target. No one can act on
 * a user who has permissions they lack.
 *
 * @throws {AuthError} `USER_NOT_FOUND`, the action's `errorCode`, or `UNAUTHORIZED` or `BANNED_USER` if the actor was
 * deleted or banned meanwhile
 */
export async function lockActorAndTarget(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  action: UserAction,
): Promise<LockedUsers> {
  return (await tryLockActorAndTarget(tx, context, settings, action)) ?? fail(adminErrors, "USER_NOT_FOUND");
}

/**
 * Does the same as `lockActorAndTarget`, but returns `null` if the target doesn't exist. For calls that must not reveal
 * that.
 */
export async function tryLockActorAndTarget(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  { actor, userId, required, errorCode }: UserAction,
): Promise<LockedUsers | null> {
  const rows = (await lockUsers(tx, actor.id === null ? [userId] : [actor.id, userId])) as Map<string, UserWithRole>;
  const target = rows.get(userId);
  if (actor.id === null) return target ? { actor: null, granted: settings.allPermissions, target } : null;
  const { row, granted } = checkActor(context, settings, rows.get(actor.id), required, errorCode);
  if (!target) return null;
  const missing = missingPermissions(granted, permissionsOf(settings, target));
  if (missing.length > 0) fail(adminErrors, errorCode, { details: { missingPermissions: missing } });
  return { actor: row, granted, target };
}

/**
 * Locks the actor's row and checks their permissions again. For changes that take time before they're written.
 *
 * @throws {AuthError} as for `lockActorAndTarget`
 */
export async function lockActor(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  { actor, required, errorCode }: Omit<UserAction, "userId">,
): Promise<Permissions> {
  if (actor.id === null) return settings.allPermissions;
  const row = await tx.lock(users, actor.id);
  return checkActor(context, settings, row ?? undefined, required, errorCode).granted;
}

function checkActor(
  context: RequestContext,
  settings: AdminSettings,
  found: UserWithRole | undefined,
  required: Permissions,
  errorCode: AdminErrorCode,
): { readonly row: UserWithRole; readonly granted: Permissions } {
  const row = found ?? fail(sessionErrors, "UNAUTHORIZED");
  denyBanned(settings, row, context.now());
  const rights = permissionsOf(settings, row);
  requirePermissions(rights, required, errorCode);
  return { row, granted: rights };
}

/** Whether the user counts as an admin. Banned users don't. At least one admin must always remain. */
export function isAdmin(settings: AdminSettings, { id, role, banned }: UserWithRole): boolean {
  if (banned) return false;
  return hasAdminRole(settings, role) || settings.adminUserIds.has(id);
}

/** Whether one of these roles is an admin role. */
export function hasAdminRole({ adminRoles }: AdminSettings, role: string | null): boolean {
  return roleNames(role).some((name) => adminRoles.includes(name));
}

const batchSize = 50;

/**
 * Throws if the target is the last admin. Locks another admin's row, so that two concurrent requests can't each remove
 * the other's last admin.
 *
 * @param target the user who stops being an admin
 * @param locked an admin whose row is already locked
 * @throws {AuthError} `YOU_CANNOT_REMOVE_THE_LAST_ADMIN`
 */
export async function requireAnotherAdmin(
  tx: Transaction,
  settings: AdminSettings,
  target: UserWithRole,
  locked: UserWithRole | null = null,
): Promise<void> {
  if (!isAdmin(settings, target)) return;
  if (locked && locked.id !== target.id && isAdmin(settings, locked)) return;
  for await (const id of otherAdmins(tx, settings, target.id)) {
    const other = await tx.lock(users, id);
    if (other && isAdmin(settings, other)) return;
  }
  fail(adminErrors, "YOU_CANNOT_REMOVE_THE_LAST_ADMIN");
}

/**
 * Yields possible other admins: first the configured ones, then by index. Scans the roles of all users as a last
 * resort.
 */
async function* otherAdmins(tx: Transaction, settings: AdminSettings, exceptUserId: string): AsyncGenerator<string> {
  for (const id of settings.adminUserIds) if (id !== exceptUserId) yield id;
  for (const name of settings.adminRoles) {
    for (const role of [name, { startsWith: `${name},` }, { contains: name }]) {
      const where = { role, banned: false, id: { ne: exceptUserId } };
      const page: FindMany<UserWithRole> = { where, limit: batchSize };
      let after: UserWithRole | undefined;
      do {
        const found = await tx.findMany(users, after ? { ...page, after: { id: after.id } } : page);
        for (const user of found) if (hasAdminRole(settings, user.role)) yield user.id;
        after = found.length < batchSize ? undefined : found.at(-1);
      } while (after);
    }
  }
}

/** Ends impersonations of this user. */
export async function endImpersonationsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.remove(sessions, { where: { userId, impersonatedBy: { ne: null } } });
}

/** Ends impersonations that this user started. */
export async function endImpersonationsBy(tx: Transaction, userId: string): Promise<void> {
  await tx.remove(sessions, { where: { impersonatedBy: userId } });
}
