/** Decides who can manage what a plugin stores for organizations: their members, site admins, or the app itself. */

import { authorize, type Permissions } from "../access/access-control.ts";
import type { Transaction } from "../database/adapter.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { OrganizationGrant, OrganizationScope } from "../kernel/organization-access.ts";
import { findService } from "../kernel/services.ts";
import type { ActiveSession } from "../tables/session.ts";
import { userTable } from "../tables/user.ts";
import { hasAdminPermissions } from "./admin-guard.ts";
import type { CallerSession } from "./caller-guards.ts";
import { impersonatorOf } from "./guards.ts";

/** Why a caller can't act for an organization. */
export type ScopeRefusal =
  /** No organization is named or active. */
  | "none"
  /** The caller is neither a member nor a site admin with the permissions, or the organization doesn't exist. */
  | "stranger"
  /** The caller lacks the permissions. */
  | "denied";

/** Throws the plugin's error if access is denied. */
export type RefuseScope = (why: ScopeRefusal) => never;

/** What a caller needs to act for an organization, and what happens if they can't. */
export interface ScopeRule {
  /** The main permission that the call requires. */
  readonly permission: readonly [resource: string, action: string];
  /** All permissions that the call requires, if `permission` isn't the only one. */
  readonly permissions?: Permissions;
  readonly refuse: RefuseScope;
}

/**
 * Finds the organization that a call is about, by default the caller's active one. At most one query.
 * @throws {AuthError} the plugin's error if the caller can't act for it
 */
export async function requireOrganizationScope(
  context: RequestContext & CallerSession,
  organizationId: string | undefined,
  rule: ScopeRule,
): Promise<OrganizationScope> {
  const { caller } = context;
  const { permission, refuse } = rule;
  if (!caller) return appScope(context, organizationId ?? refuse("none"), refuse);
  const access = findService(context, "organizationAccess");
  const grant = (await access?.find(context, caller, organizationId, permission)) ?? "stranger";
  if (grant === "none") return refuse("none");
  if (grant !== "stranger" && authorize(grant.granted, permissionsOf(rule)).success) return memberScope(grant, rule);
  // A site admin can be a member without the permission.
  const asAdmin = organizationId === undefined ? null : adminScope(context, caller, organizationId, rule);
  return asAdmin ?? refuse(grant === "stranger" ? "stranger" : "denied");
}

/** Requires the app itself, or a site admin. No query. @throws {AuthError} the plugin's error for `denied` */
export function requireSiteScope(context: RequestContext & CallerSession, rule: ScopeRule): OrganizationScope<null> {
  const { caller } = context;
  if (!caller) return appScope(context, null, rule.refuse);
  return adminScope(context, caller, null, rule) ?? rule.refuse("denied");
}

function permissionsOf({ permission: [resource, action], permissions }: ScopeRule): Permissions {
  return permissions ?? { [resource]: [action] };
}

function appScope<Id extends string | null>(
  context: RequestContext,
  organizationId: Id,
  refuse: RefuseScope,
): OrganizationScope<Id> {
  return {
    organizationId,
    has: () => true,
    canAssign: async () => true,
    canTake: async () => true,
    lock: (tx) => lockOrganization(context, tx, organizationId, refuse),
  };
}

function memberScope(grant: OrganizationGrant, rule: ScopeRule): OrganizationScope {
  let { granted } = grant;
  return {
    organizationId: grant.organizationId,
    has: ([resource, action]) => authorize(granted, { [resource]: [action] }).success,
    canAssign: (role) => grant.canAssign(role),
    canTake: (role, tx) => grant.canTake(role, tx),
    async lock(tx) {
      const current = await grant.lock(tx);
      // `grant.lock` only rechecks one permission, and the rule can have several.
      if (!current || !authorize(current, permissionsOf(rule)).success) return rule.refuse("denied");
      granted = current;
    },
  };
}

/** Returns `null` if the caller isn't a site admin with the permissions. */
function adminScope<Id extends string | null>(
  context: RequestContext,
  { user, session }: ActiveSession,
  organizationId: Id,
  rule: ScopeRule,
): OrganizationScope<Id> | null {
  const permissions = permissionsOf(rule);
  if (impersonatorOf(context, session) !== null || !hasAdminPermissions(context, user, permissions)) return null;
  return {
    organizationId,
    has: () => true,
    canAssign: async () => true,
    canTake: async () => true,
    async lock(tx) {
      const admin = await tx.lock(userTable, user.id);
      if (!admin || !hasAdminPermissions(context, admin, permissions)) rule.refuse("denied");
      await lockOrganization(context, tx, organizationId, rule.refuse);
    },
  };
}

async function lockOrganization(
  context: RequestContext,
  tx: Transaction,
  organizationId: string | null,
  refuse: RefuseScope,
): Promise<void> {
  if (organizationId === null) return;
  const access = findService(context, "organizationAccess");
  if (!access || !(await tx.lock(access.table, organizationId))) refuse("stranger");
}
