/** Reads custom roles, and caches them per epoch of their organization. */

import {
  authorize,
  grantedPermissions,
  type Permissions,
  type Roles,
  roleNames,
  sharedPermissions,
} from "@latchkey/core/access";
import type { Adapter } from "@latchkey/core/database";
import type { AuthContext, RequestContext } from "@latchkey/core/plugin";
import type { OrganizationSettings } from "../options.ts";
import { type OrganizationRoleRow, type OrganizationRow, organizationRoleTable } from "../tables.ts";

/** Maximum custom roles read per organization. */
const maxRoles = 1000;
/** Maximum organizations in the cache. */
const maxCachedOrganizations = 1000;

type OrganizationVersion = Pick<OrganizationRow, "id" | "epoch">;

/**
 * Returns all roles of an organization, the app's and its custom ones. Sends no query if this epoch is cached.
 * @param db the open transaction, if any
 */
export async function rolesOf(
  context: AuthContext,
  { roles, dynamicRoles }: OrganizationSettings,
  { id, epoch }: OrganizationVersion,
  db: Adapter = context.db,
): Promise<Roles> {
  if (!dynamicRoles) return roles;
  const cache = roleCacheOf(context);
  const cached = cache.get(id);
  if (cached?.epoch === epoch) return cached.roles;
  const stored = await db.findMany(organizationRoleTable, { where: { organizationId: id }, limit: maxRoles });
  const all: Roles = { ...Object.fromEntries(stored.map((row) => [row.role, toRole(row)])), ...roles };
  // Don't cache what an open transaction sees, because it could be rolled back.
  if (db === context.db) {
    if (cache.size >= maxCachedOrganizations) cache.delete(cache.keys().next().value as string);
    cache.set(id, { epoch, roles: all });
  }
  return all;
}

/** Returns all permissions of a member's roles. Sends no query for roles that the app declares. */
export async function permissionsOf(
  context: AuthContext,
  settings: OrganizationSettings,
  organization: OrganizationVersion,
  role: string | null,
  db?: Adapter,
): Promise<Permissions> {
  const names = roleNames(role);
  const declared = names.every((name) => Object.hasOwn(settings.roles, name));
  return grantedPermissions(declared ? settings.roles : await rolesOf(context, settings, organization, db), names);
}

/**
 * Returns the caller's permissions in an organization. A credential that represents the session, such as an API key,
 * only has the permissions that it was given.
 */
export async function grantedToCaller(
  context: RequestContext,
  settings: OrganizationSettings,
  organization: OrganizationVersion,
  role: string | null,
  db?: Adapter,
): Promise<Permissions> {
  const granted = await permissionsOf(context, settings, organization, role, db);
  const limits = context.loadedSession?.limits;
  return limits === undefined ? granted : sharedPermissions(granted, limits);
}

interface CachedRoles {
  readonly epoch: number;
  readonly roles: Roles;
}

const cacheKey: unique symbol = Symbol("organization roles");

/**
 * Returns the cache by organization id. It belongs to the app instance, because two apps can use different databases.
 */
function roleCacheOf({ appCache }: AuthContext): Map<string, CachedRoles> {
  const cache = appCache.get(cacheKey) ?? new Map<string, CachedRoles>();
  appCache.set(cacheKey, cache);
  return cache as Map<string, CachedRoles>;
}

function toRole({ permission }: OrganizationRoleRow): Roles[string] {
  return {
    statements: permission,
    authorize: (asked, connector) => authorize(permission, asked, connector),
  };
}
