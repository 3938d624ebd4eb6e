/** Resources, their actions, and roles that grant them. Independent of users, and runs in browsers too. */

/** Resource → its actions: `{ project: ["create", "delete"] }`. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Actions on resources that a role grants or a check requires. */
export type Permissions<S extends Statements = Statements> = { readonly [R in keyof S]?: readonly S[R][number][] };

/** Whether something is allowed and, if not, why. */
export type Authorization =
  | { readonly success: true; readonly error: null }
  | { readonly success: false; readonly error: string };

/** A set of permissions. */
export interface Role<S extends Statements = Statements> {
  /** The permissions that the role grants. */
  readonly statements: Permissions<S>;
  /**
   * Whether the role grants the requested permissions.
   *
   * @param connector `OR` requires any one of the resources, `AND` all of them. Default: `AND`.
   */
  authorize(requested: Permissions, connector?: "AND" | "OR"): Authorization;
}

/** Roles by name. */
export type Roles = Readonly<Record<string, Role>>;

/** The resources and actions of an app. */
export interface AccessControl<S extends Statements = Statements> {
  readonly statements: S;
  /**
   * Creates a role.
   *
   * @throws {Error} if a resource or an action doesn't exist. The message names it.
   */
  newRole(permissions: Permissions<S>): Role<S>;
}

/**
 * Defines the resources of an app and their actions. Roles are created from these.
 *
 * @example
 * const access = createAccessControl({ project: ["create", "share", "delete"] });
 * const editor = access.newRole({ project: ["create", "share"] });
 */
export function createAccessControl<const S extends Statements>(statements: S): AccessControl<S> {
  return {
    statements,
    newRole(permissions) {
      for (const [resource, actions] of entries(permissions)) {
        const known = Object.hasOwn(statements, resource) ? statements[resource] : undefined;
        if (!known) throw new Error(`A role grants "${resource}", which isn't a resource of this access control.`);
        const unknown = actions.find((action) => !known.includes(action));
        if (unknown !== undefined)
          throw new Error(`A role grants "${unknown}" on "${resource}", which isn't one of its actions.`);
      }
      return {
        statements: permissions,
        authorize: (requested, connector) => authorize(permissions, requested, connector),
      };
    },
  };
}

/**
 * Whether the granted permissions include the requested ones. An unknown resource, a missing action, and an empty
 * request are denied with different errors.
 *
 * @param connector `OR` requires any one of the resources, `AND` all of them. Default: `AND`.
 */
export function authorize(
  granted: Permissions,
  requested: Permissions,
  connector: "AND" | "OR" = "AND",
): Authorization {
  let denial: Authorization | null = null;
  let allowed = 0;
  for (const [resource, actions] of entries(requested)) {
    if (actions.length === 0) continue;
    const grantedActions = Object.hasOwn(granted, resource) ? granted[resource] : undefined;
    if (grantedActions && actions.every((action) => grantedActions.includes(action))) allowed++;
    else denial ??= denied(grantedActions ? `unauthorized to access resource "${resource}"` : noAccess(resource));
  }
  if (connector === "OR" && allowed > 0) return { success: true, error: null };
  return denial ?? (allowed > 0 ? { success: true, error: null } : denied("Not authorized"));
}

/** Returns the names of permissions, each as `resource:action`. */
export function permissionNames(permissions: Permissions): string[] {
  return entries(permissions).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`));
}

/** Returns the permissions that are in both. */
export function sharedPermissions(a: Permissions, b: Permissions): Record<string, string[]> {
  const shared = entries(a).map(([resource, actions]) => {
    const otherActions = Object.hasOwn(b, resource) ? (b[resource] ?? []) : [];
    return [resource, actions.filter((action) => otherActions.includes(action))] as const;
  });
  return Object.fromEntries(shared.filter(([, actions]) => actions.length > 0));
}

/** Returns the names of the requested permissions that aren't granted. */
export function missingPermissions(granted: Permissions, requested: Permissions): string[] {
  // Compared by resource and action. Joined names would be ambiguous if they contain a colon.
  return entries(requested).flatMap(([resource, actions]) => {
    const grantedActions = Object.hasOwn(granted, resource) ? granted[resource] : undefined;
    return permissionNames({ [resource]: actions.filter((action) => !grantedActions?.includes(action)) });
  });
}

/** Parses the stored, comma-separated list of roles. */
export function roleNames(stored: string | null | undefined): string[] {
  const names = (stored ?? "").split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Joins roles into the stored form. Removes duplicates and keeps the order. */
export function joinRoles(roles: string | readonly string[]): string {
  return roleNames(typeof roles === "string" ? roles : roles.join(",")).join(",");
}

/** Returns everything that any of the roles grants. Unknown roles grant nothing. */
export function grantedPermissions(roles: Roles, names: readonly string[]): Permissions {
  const sum = new Map<string, Set<string>>();
  for (const name of names) {
    const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
    for (const [resource, actions] of entries(role?.statements ?? {})) {
      sum.set(resource, new Set([...(sum.get(resource) ?? []), ...actions]));
    }
  }
  // `Object.fromEntries` treats `__proto__` as a normal key. An assignment wouldn't.
  return Object.fromEntries([...sum].map(([resource, actions]) => [resource, [...actions]]));
}

const noAccess = (resource: string): string => `You are not allowed to access resource: ${resource}`;

function denied(error: string): Authorization {
  return { success: false, error };
}

function entries(permissions: Permissions): [string, readonly string[]][] {
  return Object.entries(permissions).map(([resource, actions]) => [resource, actions ?? []]);
}
