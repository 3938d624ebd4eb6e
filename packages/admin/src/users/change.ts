/** What can be changed about a user, each in the transaction that holds them. */

import {
  checkReserved,
  fail,
  normalizeEmail,
  type RequestContext,
  revokeEverySession,
  tellOwner,
  type UserRow,
  updateUser,
  withdrawTokens,
} from "@latchkey/core";
import { grantedBy, joinRoles, missingPermissions, type Permissions, roleNames } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import { noBan } from "../bans.ts";
import { adminErrors } from "../errors.ts";
import { type AdminSettings, rightsOf } from "../options.ts";
import type { UserWithRole } from "../tables.ts";
import { type Act, endImpersonationsBy, type Held, hasAdminRole, holdBoth, keepAnAdmin } from "./hold.ts";

/** One transaction on one user. */
export interface Change extends Held {
  readonly tx: Transaction;
  readonly context: RequestContext;
  readonly settings: AdminSettings;
}

/**
 * The roles as they are stored.
 * @param rights of who gives them: nobody gives what they do not have
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE`, `YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE`
 */
export function checkRoles(settings: AdminSettings, given: string | readonly string[], rights: Permissions): string {
  const role = joinRoles(given);
  const names = roleNames(role);
  const isKnown = names.length > 0 && role.length <= 255 && names.every((name) => Object.hasOwn(settings.roles, name));
  if (!isKnown) fail(adminErrors, "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE");
  const missing = missingPermissions(rights, grantedBy(settings.roles, names));
  if (missing.length > 0) {
    fail(adminErrors, "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE", { details: { missingPermissions: missing } });
  }
  return role;
}

/** Gives the user these roles in place of what they had. Copies of their sessions die; so does what they may no more. */
export async function changeRole(change: Change, given: string | readonly string[]): Promise<UserWithRole> {
  const { tx, settings, actor, target } = change;
  if (actor?.id === target.id) fail(adminErrors, "YOU_CANNOT_CHANGE_YOUR_OWN_ROLE");
  const role = checkRoles(settings, given, change.rights);
  const later = { ...target, role };
  const staysAdmin = hasAdminRole(settings, role) || settings.adminUserIds.has(target.id);
  if (!staysAdmin) await keepAnAdmin(tx, settings, target, actor);
  const lost = missingPermissions(rightsOf(settings, later), rightsOf(settings, target));
  if (lost.length > 0) await endImpersonationsBy(tx, target.id);
  return update(change, { role }, true);
}

/** A ban, as it is stored. */
export interface Ban {
  readonly banReason: string;
  /** `null`: until it is lifted. */
  readonly banExpires: Date | null;
}

/** Bans the user: every session ends, and so do the impersonations that they began. */
export async function ban(change: Change, { banReason, banExpires }: Ban): Promise<UserWithRole> {
  const { tx, context, settings, actor, target } = change;
  if (actor?.id === target.id) fail(adminErrors, "YOU_CANNOT_BAN_YOURSELF");
  await keepAnAdmin(tx, settings, target, actor);
  const banned = await update(change, { banned: true, banReason, banExpires });
  await revokeEverySession(context, target.id, { db: tx, actorId: actor?.id ?? null });
  await endImpersonationsBy(tx, target.id);
  return banned;
}

/** Lifts a ban. */
export function unban(change: Change): Promise<UserWithRole> {
  return update(change, noBan);
}

/**
 * Gives the user another address: pending links go with the old one, which stays good for recovery while the new one is
 * not proven.
 *
 * @throws {AuthError} `INVALID_EMAIL`
 * @throws {UniqueViolation} it is somebody's
 */
export async function changeEmail(change: Change, typed: unknown, isVerified: boolean): Promise<UserWithRole> {
  const { tx, context, target } = change;
  const email = (typeof typed === "string" ? normalizeEmail(typed) : null) ?? fail(adminErrors, "INVALID_EMAIL");
  if (email === target.email) return target;
  const owned = target.emailVerified ? target.email : target.provenEmail;
  const provenEmail = isVerified ? null : owned;
  const provenAt = isVerified ? (target.provenAt ?? context.now()) : target.provenAt;
  const changed = await update(change, { email, emailVerified: isVerified, provenEmail, provenAt }, true);
  await checkReserved(tx, context, email, target.id);
  if (owned !== null) await tellOwner(tx, context, target.id, "email-changed", { to: owned });
  await withdrawTokens(tx, target.id);
  return changed;
}

/** Sets columns. @param newEpoch what the user may do changes: cached copies die, sign-ins under way begin again */
export async function update(
  { tx, context, target }: Change,
  set: Readonly<Record<string, unknown>>,
  newEpoch = false,
): Promise<UserWithRole> {
  const changed = await updateUser(tx, context, target as UserRow, set, { newEpoch });
  return (changed as UserWithRole | null) ?? fail(adminErrors, "USER_NOT_FOUND");
}

/** Does something to a user in one transaction, with both rows held. */
export function onUser<T>(
  context: RequestContext,
  settings: AdminSettings,
  act: Act,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return context.db.transaction(async (tx) => {
    const held = await holdBoth(tx, context, settings, act);
    return work({ tx, context, settings, ...held });
  });
}
