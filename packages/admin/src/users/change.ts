/** Changes to a user, each within the transaction that locks the user's row. */

import { grantedPermissions, joinRoles, missingPermissions, type Permissions, roleNames } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  checkNotReserved,
  fail,
  moveVerifiedEmail,
  normalizeEmail,
  notifyUser,
  type RequestContext,
  revokeSessionsAndSignIns,
  revokeTokens,
  revokeUndoLinks,
  runAccessRevokedHooks,
  type UserRow,
  updateUser,
} from "@latchkey/core/plugin";
import { recordAction } from "../actions.ts";
import type { AdminAuditAction } from "../audit-actions.ts";
import { forgetEndedSessions, rememberEndedSessions } from "../ban-notice.ts";
import { clearedBan } from "../bans.ts";
import { adminErrors } from "../errors.ts";
import { type AdminSettings, permissionsOf } from "../options.ts";
import type { UserWithRole } from "../tables.ts";
import {
  endImpersonationsBy,
  endImpersonationsOf,
  hasAdminRole,
  type LockedUsers,
  lockActorAndTarget,
  requireAnotherAdmin,
  type UserAction,
} from "./lock.ts";

/** A change to one user, in one transaction. */
export interface UserChange extends LockedUsers {
  readonly tx: Transaction;
  readonly context: RequestContext;
  readonly settings: AdminSettings;
}

/**
 * Checks roles and returns them in their stored form.
 * @param granted the actor's permissions. Actors can't grant permissions that they lack.
 * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE`, `YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE`
 */
export function checkRoles(settings: AdminSettings, given: string | readonly string[], granted: Permissions): string {
  const role = joinRoles(given);
  const names = roleNames(role);
  const isKnown = names.length > 0 && role.length <= 255 && names.every((name) => Object.hasOwn(settings.roles, name));
  if (!isKnown) fail(adminErrors, "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE");
  const missing = missingPermissions(granted, grantedPermissions(settings.roles, names));
  if (missing.length > 0) {
    fail(adminErrors, "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE", { details: { missingPermissions: missing } });
  }
  return role;
}

/**
 * Replaces the user's roles and ends cached copies of their sessions. If the user lost permissions, ends the
 * impersonations that they started. If they gained any, ends impersonations of them.
 */
export async function changeRole(change: UserChange, given: string | readonly string[]): Promise<UserWithRole> {
  const { tx, context, settings, actor, target } = change;
  if (actor?.id === target.id) fail(adminErrors, "YOU_CANNOT_CHANGE_YOUR_OWN_ROLE");
  const role = checkRoles(settings, given, change.granted);
  const updated = { ...target, role };
  const staysAdmin = hasAdminRole(settings, role) || settings.adminUserIds.has(target.id);
  if (!staysAdmin) await requireAnotherAdmin(tx, settings, target, actor);
  const [before, after] = [permissionsOf(settings, target), permissionsOf(settings, updated)];
  const lost = missingPermissions(after, before);
  const isNewAdmin = hasAdminRole(settings, role) && !hasAdminRole(settings, target.role);
  // Impersonating this user was only allowed while they had fewer permissions.
  if (isNewAdmin || missingPermissions(before, after).length > 0) await endImpersonationsOf(tx, target.id);
  if (lost.length > 0) {
    await endImpersonationsBy(tx, target.id);
    await runAccessRevokedHooks(tx, context, { userId: target.id, reason: "role-changed", actorId: actor?.id ?? null });
  }
  await recordChange(change, "admin.user.set-role", { from: target.role, to: role });
  return updateTarget(change, { role }, true);
}

/** Records an action in the transaction of the change. */
export function recordChange(
  { tx, context, settings, actor, target }: UserChange,
  action: AdminAuditAction,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAction(tx, context, settings, { action, actorId: actor?.id ?? null, userId: target.id, data });
}

/** Returns a user's ban as the audit log shows it. */
function banForAudit({ banned, banReason, banExpires }: Pick<UserWithRole, "banned" | "banReason" | "banExpires">) {
  return { banned, reason: banReason, until: banExpires?.toISOString() ?? null };
}

/** A ban in its stored form. */
export interface Ban {
  readonly banReason: string;
  /** `null` for a permanent ban. */
  readonly banExpires: Date | null;
}

/** Bans the user, and ends their sessions and the impersonations that they started. */
export async function ban(change: UserChange, { banReason, banExpires }: Ban): Promise<UserWithRole> {
  const { tx, context, settings, actor, target } = change;
  if (actor?.id === target.id) fail(adminErrors, "YOU_CANNOT_BAN_YOURSELF");
  await requireAnotherAdmin(tx, settings, target, actor);
  const banned = await updateTarget(change, { banned: true, banReason, banExpires });
  const actorId = actor?.id ?? null;
  await rememberEndedSessions(tx, context, target.id);
  await runAccessRevokedHooks(tx, context, { userId: target.id, reason: "banned", actorId });
  await revokeSessionsAndSignIns(context, target.id, { db: tx, actorId });
  await endImpersonationsBy(tx, target.id);
  await recordBan(change, { ...target, banned: true, banReason, banExpires });
  return banned;
}

/** Changes the reason or the expiry of an existing ban. */
export async function changeBan(change: UserChange, set: Partial<Ban>): Promise<UserWithRole> {
  await recordBan(change, { ...change.target, ...set });
  return updateTarget(change, set);
}

function recordBan(change: UserChange, later: UserWithRole): Promise<void> {
  const to = banForAudit(later);
  const { reason, until } = to;
  return recordChange(change, "admin.user.ban", { reason, until, from: banForAudit(change.target), to });
}

/** Unbans the user. */
export async function unban(change: UserChange): Promise<UserWithRole> {
  await recordChange(change, "admin.user.unban", { from: banForAudit(change.target), to: banForAudit(clearedBan) });
  await forgetEndedSessions(change.tx, change.target.id);
  return updateTarget(change, clearedBan);
}

/**
 * Changes the user's email and revokes pending links. The old email still works for recovery until the new one is
 * verified.
 *
 * @throws {AuthError} `INVALID_EMAIL`, or if a plugin rejects the change
 * @throws {UniqueViolation} if another user has the email
 */
export async function changeEmail(change: UserChange, typed: unknown, isVerified: boolean): Promise<UserWithRole> {
  const { tx, context, target } = change;
  const email = (typeof typed === "string" ? normalizeEmail(typed) : null) ?? fail(adminErrors, "INVALID_EMAIL");
  if (email === target.email) return target;
  const verifiedEmailBefore = target.emailVerified ? target.email : target.provenEmail;
  const provenEmail = isVerified ? null : verifiedEmailBefore;
  const changed = await updateTarget(change, { email, emailVerified: isVerified, provenEmail }, true);
  for (const check of context.extensions.emailChangeChecks) await check(tx, { from: target.email, to: email });
  await checkNotReserved(tx, context, email, target.id);
  // By marking the email as verified, the admin vouches that the same user owns it. So recovery must keep what's marked
  // with the old email, such as second factors.
  if (isVerified && verifiedEmailBefore !== null)
    await moveVerifiedEmail(tx, context, target.id, { from: verifiedEmailBefore, to: email });
  if (verifiedEmailBefore !== null)
    await notifyUser(tx, context, target.id, "email-changed", { to: verifiedEmailBefore });
  await revokeTokens(tx, context, target.id);
  if (isVerified) await revokeOtherUndoLinks(change, email);
  await recordEmailChange(change, changed);
  return changed;
}

/** Marks the user's email as verified or unverified. */
export async function changeEmailVerified(change: UserChange, emailVerified: boolean): Promise<UserWithRole> {
  const changed = await updateTarget(change, emailVerified ? { emailVerified, provenEmail: null } : { emailVerified });
  if (emailVerified) await revokeOtherUndoLinks(change, changed.email);
  await recordEmailChange(change, changed);
  return changed;
}

/**
 * Revokes links that undo an earlier email change, unless they lead to this email. Otherwise, after an admin corrects
 * the email of a stolen account, the thief could use such a link to change it back.
 */
async function revokeOtherUndoLinks({ tx, target }: UserChange, email: string): Promise<void> {
  await revokeUndoLinks(tx, target.id, { notTo: email });
}

function recordEmailChange(change: UserChange, { email, emailVerified }: UserWithRole): Promise<void> {
  const from = { email: change.target.email, emailVerified: change.target.emailVerified };
  return recordChange(change, "admin.user.set-email", { from, to: { email, emailVerified } });
}

/** Updates columns. @param newEpoch whether to end tokens and sign-ins that started before */
export async function updateTarget(
  { tx, context, target }: UserChange,
  set: Readonly<Record<string, unknown>>,
  newEpoch = false,
): Promise<UserWithRole> {
  const changed = await updateUser(tx, context, target as UserRow, set, { newEpoch });
  return (changed as UserWithRole | null) ?? fail(adminErrors, "USER_NOT_FOUND");
}

/** Runs a change to a user in one transaction, with the rows of the actor and the user locked. */
export function withLockedUser<T>(
  context: RequestContext,
  settings: AdminSettings,
  action: UserAction,
  callback: (change: UserChange) => Promise<T>,
): Promise<T> {
  return context.db.transaction(async (tx) => {
    const locked = await lockActorAndTarget(tx, context, settings, action);
    return callback({ tx, context, settings, ...locked });
  });
}
