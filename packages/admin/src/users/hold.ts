/** Acting on a user: both rows are held, so that what was checked still is so when it is done. */

import { missingPermissions, type Permissions, roleNames } from "@latchkey/core/access";
import type { FindMany, Transaction } from "@latchkey/core/database";
import { fail, type RequestContext, sessionErrors } from "@latchkey/core/plugin";
import { refuseBanned } from "../bans.ts";
import { type AdminErrorCode, adminErrors } from "../errors.ts";
import { type Actor, demand } from "../guards.ts";
import { type AdminSettings, rightsOf } from "../options.ts";
import { sessions, type UserWithRole, users } from "../tables.ts";

/** Who acts on whom, as they are while their rows are held. */
export interface Held {
  /** `null`: the app itself. */
  readonly actor: UserWithRole | null;
  readonly rights: Permissions;
  readonly target: UserWithRole;
}

/** Whom it is about, and what it takes. */
export interface Act {
  readonly actor: Actor;
  readonly userId: string;
  readonly needs: Permissions;
  /** What is said to who may not. */
  readonly refusal: AdminErrorCode;
}

/**
 * Holds both rows until the transaction ends, and asks again whether the one may act on the other: not on somebody who
 * may do more.
 *
 * @throws {AuthError} `USER_NOT_FOUND`, `refusal`; `UNAUTHORIZED` or `BANNED_USER` for an actor who went meanwhile
 */
export async function holdBoth(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  act: Act,
): Promise<Held> {
  return (await holdIfThere(tx, context, settings, act)) ?? fail(adminErrors, "USER_NOT_FOUND");
}

/** The same; `null` where there is no such user, for what says nothing of that. */
export async function holdIfThere(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  { actor, userId, needs, refusal }: Act,
): Promise<Held | null> {
  const rows = await holdUsers(tx, actor.id === null ? [userId] : [actor.id, userId]);
  const target = rows.get(userId);
  if (actor.id === null) return target ? { actor: null, rights: settings.everything, target } : null;
  const { row, rights } = checkActor(context, settings, rows.get(actor.id), needs, refusal);
  if (!target) return null;
  const missing = missingPermissions(rights, rightsOf(settings, target));
  if (missing.length > 0) fail(adminErrors, refusal, { details: { missingPermissions: missing } });
  return { actor: row, rights, target };
}

/**
 * Holds the row of who acts, and asks again whether they may: for what takes its time before it is written.
 *
 * @throws {AuthError} as `holdBoth`
 */
export async function holdActor(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  { actor, needs, refusal }: Omit<Act, "userId">,
): Promise<Permissions> {
  if (actor.id === null) return settings.everything;
  const row = await tx.lock(users, actor.id);
  return checkActor(context, settings, row ?? undefined, needs, refusal).rights;
}

function checkActor(
  context: RequestContext,
  settings: AdminSettings,
  found: UserWithRole | undefined,
  needs: Permissions,
  refusal: AdminErrorCode,
): { readonly row: UserWithRole; readonly rights: Permissions } {
  const row = found ?? fail(sessionErrors, "UNAUTHORIZED");
  refuseBanned(settings, row, context.now());
  const rights = rightsOf(settings, row);
  demand(rights, needs, refusal);
  return { row, rights };
}

/** Always in one order: two who act on each other wait, and do not stand in each other's way. */
async function holdUsers(tx: Transaction, ids: readonly string[]): Promise<Map<string, UserWithRole>> {
  const rows = new Map<string, UserWithRole>();
  for (const id of [...new Set(ids)].sort()) {
    const row = await tx.lock(users, id);
    if (row) rows.set(id, row);
  }
  return rows;
}

/** Whether the user is one of those of whom one is always left. */
export function isAdmin(settings: AdminSettings, { id, role, banned }: UserWithRole): boolean {
  if (banned) return false;
  return hasAdminRole(settings, role) || settings.adminUserIds.has(id);
}

/** Whether one of these roles makes an admin. */
export function hasAdminRole({ adminRoles }: AdminSettings, role: string | null): boolean {
  return roleNames(role).some((name) => adminRoles.includes(name));
}

const atOnce = 50;

/**
 * Refuses to take away the last admin. Another one who is there is held, so that of two who take away each other's last
 * admin one is refused.
 *
 * @param target who will not be one any more
 * @param held an admin whose row is held already
 * @throws {AuthError} `YOU_CANNOT_REMOVE_THE_LAST_ADMIN`
 */
export async function keepAnAdmin(
  tx: Transaction,
  settings: AdminSettings,
  target: UserWithRole,
  held: UserWithRole | null = null,
): Promise<void> {
  if (!isAdmin(settings, target)) return;
  if (held && held.id !== target.id && isAdmin(settings, held)) return;
  for await (const id of otherAdmins(tx, settings, target.id)) {
    const other = await tx.lock(users, id);
    if (other && isAdmin(settings, other)) return;
  }
  fail(adminErrors, "YOU_CANNOT_REMOVE_THE_LAST_ADMIN");
}

/** Who may be another admin: the configured ones, then by the index, and only if need be by reading every role. */
async function* otherAdmins(tx: Transaction, settings: AdminSettings, except: string): AsyncGenerator<string> {
  for (const id of settings.adminUserIds) if (id !== except) yield id;
  for (const name of settings.adminRoles) {
    for (const role of [name, { startsWith: `${name},` }, { contains: name }]) {
      const where = { role, banned: false, id: { ne: except } };
      const page: FindMany<UserWithRole> = { where, limit: atOnce };
      let after: UserWithRole | undefined;
      do {
        const found = await tx.findMany(users, after ? { ...page, after: { id: after.id } } : page);
        for (const user of found) if (hasAdminRole(settings, user.role)) yield user.id;
        after = found.length < atOnce ? undefined : found.at(-1);
      } while (after);
    }
  }
}

/** Ends the impersonations in which another person acts as this user. */
export async function endImpersonationsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.remove(sessions, { where: { userId, impersonatedBy: { ne: null } } });
}

/** Ends the impersonations that a user began, because the user can't impersonate anymore. */
export async function endImpersonationsBy(tx: Transaction, userId: string): Promise<void> {
  await tx.remove(sessions, { where: { impersonatedBy: userId } });
}
