/** The guard for plugin calls that only site admins can use. A plugin with site-wide roles decides who they are. */

import { type Permissions, permissionNames } from "../access/access-control.ts";
import type { Transaction } from "../database/adapter.ts";
import { AuthError, type ErrorEntry, fail, httpErrors } from "../http/errors.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";
import type { ActiveSession } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { lockUsers } from "../users/lock.ts";
import { newUserRow } from "../users/store.ts";
import { denyImpersonation, requireSession } from "./guards.ts";

/** What an admin call requires. */
export interface AdminRule<Code extends string = string> {
  readonly permissions: Permissions;
  /** The error if the caller lacks a permission. Its details list the missing ones. */
  readonly code: Code;
  readonly error: ErrorEntry;
}

/** The guards of an admin call. They read the session from the database, and reject impersonated ones. */
export type AdminGuards<Code extends string> = readonly [
  typeof requireSession,
  typeof denyImpersonation,
  AdminGuard<Code>,
];

/** A guard that exposes the permissions it requires, for lists and tests. */
export interface AdminGuard<Code extends string> extends Guard<object, Code, Pick<ActiveSession, "user">> {
  readonly permissions: Permissions;
}

/**
 * Requires a site admin with these permissions. The endpoint exists only if the app has a plugin with site-wide roles,
 * such as `admin()`.
 */
export function requireAdmin<const Code extends string>(rule: AdminRule<Code>): AdminGuards<Code> {
  const names = permissionNames(rule.permissions);
  const guard = defineGuard<object, Code, Pick<ActiveSession, "user">>({
    name: `requireAdmin(${names})`,
    summary: `An admin with these permissions is signed in: ${names.join(", ")}.`,
    errors: { [rule.code]: rule.error } as Record<Code, ErrorEntry>,
    requires: "missingAdminPermissions",
    check(context) {
      checkPermissions(context, rule, context.user);
      return undefined;
    },
  });
  return [requireSession, denyImpersonation, { ...guard, permissions: rule.permissions }];
}

/**
 * Locks the rows of the admin and of the user they act on until the transaction ends, and checks again. Admins can't
 * act on users with permissions that they lack.
 *
 * @returns the user's row, or `null` if there is no such user
 * @throws {AuthError} the rule's error, or `UNAUTHORIZED` if the admin was deleted meanwhile
 */
export async function lockUserForAdmin(
  tx: Transaction,
  context: RequestContext & Pick<ActiveSession, "user">,
  rule: AdminRule,
  userId: string,
): Promise<UserRow | null> {
  const rows = await lockUsers(tx, [context.user.id, userId]);
  const admin = rows.get(context.user.id) ?? fail(httpErrors, "UNAUTHORIZED");
  const target = rows.get(userId) ?? null;
  checkPermissions(context, rule, admin, target ?? undefined);
  return target;
}

/**
 * Whether a user is a site admin with all of these permissions, for calls that other users can make, too. Check for an
 * impersonation first.
 */
export function hasAdminPermissions(context: AuthContext, user: UserRow, permissions: Permissions): boolean {
  const { adminChecks } = context.extensions;
  return (
    adminChecks.length > 0 &&
    adminChecks.every((check) => check(context, { admin: user, permissions, target: undefined }).length === 0)
  );
}

/**
 * Whether a user has any site-wide permission that a new user lacks, even while they're banned. Organizations must not
 * control such accounts.
 */
export function hasSitePermissions(context: AuthContext, user: UserRow): boolean {
  const { email, name } = user;
  const admin = newUserRow(context, { email, name, emailVerified: false });
  return context.extensions.adminChecks.some(
    (check) => check(context, { admin, permissions: {}, target: user }).length > 0,
  );
}

function checkPermissions(
  context: AuthContext,
  { permissions, code, error }: AdminRule,
  admin: UserRow,
  target?: UserRow,
): void {
  const { adminChecks } = context.extensions;
  // Unreachable, because the endpoint doesn't exist without a check. A missing check must never let everyone in.
  if (adminChecks.length === 0) throw new AuthError(code, error);
  for (const check of adminChecks) {
    const missing = check(context, { admin, permissions, target });
    if (missing.length > 0) throw new AuthError(code, error, { details: { missingPermissions: missing } });
  }
}
