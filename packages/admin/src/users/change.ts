/** What can be changed about a user, each in the transaction that holds them. */

import { grantedBy, joinRoles, missingPermissions, type Permissions, roleNames } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  announceRightsLost,
  checkReserved,
  fail,
  moveVerifiedEmail,
  normalizeEmail,
  type RequestContext,
  removeUndoLinks,
  revokeEverySession,
  tellOwner,
  type UserRow,
  updateUser,
  withdrawTokens,
} from "@latchkey/core/plugin";
import { recordDeed } from "../actions.ts";
import type { AdminAuditAction } from "../audit-actions.ts";
import { noBan } from "../bans.ts";
import { adminErrors } from "../errors.ts";
import { type AdminSettings, rightsOf } from "../options.ts";
import type { UserWithRole } from "../tables.ts";
import {
  type Act,
  endImpersonationsBy,
  endImpersonationsOf,
  type Held,
  hasAdminRole,
  holdBoth,
  keepAnAdmin,
} from "./hold.ts";

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

/**
 * Replaces the user's roles. Cached copies of their sessions end. So do impersonations that the user began and can't
 * anymore, and those of the user if the new roles can do more.
 */
export async function changeRole(change: Change, given: string | readonly string[]): Promise<UserWithRole> {
  const { tx, context, settings, actor, target } = change;
  if (actor?.id === target.id) fail(adminErrors, "YOU_CANNOT_CHANGE_YOUR_OWN_ROLE");
  const role = checkRoles(settings, given, change.rights);
  const later = { ...target, role };
  const staysAdmin = hasAdminRole(settings, role) || settings.adminUserIds.has(target.id);
  if (!staysAdmin) await keepAnAdmin(tx, settings, target, actor);
  const [before, after] = [rightsOf(settings, target), rightsOf(settings, later)];
  const lost = missingPermissions(after, before);
  const isNewAdmin = hasAdminRole(settings, role) && !hasAdminRole(settings, target.role);
  // Whoever acts as the user was only allowed to because the user had no more rights.
  if (isNewAdmin || missingPermissions(before, after).length > 0) await endImpersonationsOf(tx, target.id);
  if (lost.length > 0) {
    await endImpersonationsBy(tx, target.id);
    await announceRightsLost(tx, context, { userId: target.id, reason: "role-changed", actorId: actor?.id ?? null });
  }
  await record(change, "admin.user.set-role", { from: target.role, to: role });
  return update(change, { role }, true);
}

/** Records an action in the transaction of the change. */
export function record(
  { tx, context, settings, actor, target }: Change,
  action: AdminAuditAction,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordDeed(tx, context, settings, { action, actorId: actor?.id ?? null, userId: target.id, data });
}

/** A user's ban, as audit records show it. */
function shownBan({ banned, banReason, banExpires }: Pick<UserWithRole, "banned" | "banReason" | "banExpires">) {
  return { banned, reason: banReason, until: banExpires?.toISOString() ?? null };
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
  const actorId = actor?.id ?? null;
  await revokeEverySession(context, target.id, { db: tx, actorId });
  await endImpersonationsBy(tx, target.id);
  await announceRightsLost(tx, context, { userId: target.id, reason: "banned", actorId });
  await recordBan(change, { ...target, banned: true, banReason, banExpires });
  return banned;
}

/** Changes reason and end of a ban that there is. */
export async function changeBan(change: Change, set: Partial<Ban>): Promise<UserWithRole> {
  await recordBan(change, { ...change.target, ...set });
  return update(change, set);
}

function recordBan(change: Change, later: UserWithRole): Promise<void> {
  const to = shownBan(later);
  const { reason, until } = to;
  return record(change, "admin.user.ban", { reason, until, from: shownBan(change.target), to });
}

/** Lifts a ban. */
export async function unban(change: Change): Promise<UserWithRole> {
  await record(change, "admin.user.unban", { from: shownBan(change.target), to: shownBan(noBan) });
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
  const changed = await update(change, { email, emailVerified: isVerified, provenEmail }, true);
  await checkReserved(tx, context, email, target.id);
  // Whoever may vouch for the address says that it is the same person's: recoveries keep what they have, a factor above all.
  if (isVerified && owned !== null) await moveVerifiedEmail(tx, context, target.id, { from: owned, to: email });
  if (owned !== null) await tellOwner(tx, context, target.id, "email-changed", { to: owned });
  await withdrawTokens(tx, target.id);
  if (isVerified) await endUndoLinks(change, email);
  await recordEmail(change, changed);
  return changed;
}

/** Says that the user's address counts as verified, or no longer. */
export async function changeVerification(change: Change, emailVerified: boolean): Promise<UserWithRole> {
  const changed = await update(change, emailVerified ? { emailVerified, provenEmail: null } : { emailVerified });
  if (emailVerified) await endUndoLinks(change, changed.email);
  await recordEmail(change, changed);
  return changed;
}

/**
 * Ends links that undo an earlier change of email, but those that lead to this one. An admin who corrects the email of a
 * stolen account would otherwise leave the thief a link to take it back.
 */
async function endUndoLinks({ tx, target }: Change, email: string): Promise<void> {
  await removeUndoLinks(tx, target.id, { notTo: email });
}

function recordEmail(change: Change, { email, emailVerified }: UserWithRole): Promise<void> {
  const from = { email: change.target.email, emailVerified: change.target.emailVerified };
  return record(change, "admin.user.set-email", { from, to: { email, emailVerified } });
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
