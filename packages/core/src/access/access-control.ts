/** Who may do what: resources, their actions, and roles made of them. Knows nothing of users; runs in browsers too. */

/** Resource → its actions: `{ project: ["create", "delete"] }`. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Some actions of some resources: what a role grants, or what is asked for. */
export type Permissions<S extends Statements = Statements> = { readonly [R in keyof S]?: readonly S[R][number][] };

/** Whether something is allowed; where not, why. */
export type Authorization =
  | { readonly success: true; readonly error: null }
  | { readonly success: false; readonly error: string };

/** What somebody in this role may do. */
export interface Role<S extends Statements = Statements> {
  /** What it grants. */
  readonly statements: Permissions<S>;
  /**
   * Whether it grants what is asked.
   * @param connector `OR`: any one of the resources suffices. Default: all of them.
   */
  authorize(asked: Permissions, connector?: "AND" | "OR"): Authorization;
}

/** Roles by name. */
export type Roles = Readonly<Record<string, Role>>;

/** The resources and actions of an app. */
export interface AccessControl<S extends Statements = Statements> {
  readonly statements: S;
  /**
   * Makes a role.
   * @throws {Error} naming a resource or an action that there is none of
   */
  newRole(permissions: Permissions<S>): Role<S>;
}

/**
 * Names the resources of an app and what can be done with them; roles are made of these.
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
        if (!known) throw new Error(`A role grants "${resource}", which is no resource of this access control.`);
        const unknown = actions.find((action) => !known.includes(action));
        if (unknown !== undefined)
          throw new Error(`A role grants "${unknown}" on "${resource}", which is no action of it.`);
      }
      return {
        statements: permissions,
        authorize: (asked, connector) => authorize(permissions, asked, connector),
      };
    },
  };
}

/**
 * Whether grants hold what is asked. A resource that none of them names, an action that is missing, and nothing asked
 * at all are three different denials.
 * @param connector `OR`: any one of the resources suffices. Default: all of them.
 */
export function authorize(granted: Permissions, asked: Permissions, connector: "AND" | "OR" = "AND"): Authorization {
  let denial: Authorization | null = null;
  let allowed = 0;
  for (const [resource, actions] of entries(asked)) {
    if (actions.length === 0) continue;
    const own = Object.hasOwn(granted, resource) ? granted[resource] : undefined;
    if (own && actions.every((action) => own.includes(action))) allowed++;
    else denial ??= denied(own ? `unauthorized to access resource "${resource}"` : noAccess(resource));
  }
  if (connector === "OR" && allowed > 0) return { success: true, error: null };
  return denial ?? (allowed > 0 ? { success: true, error: null } : denied("Not authorized"));
}

/** What is asked for and not granted, each as `resource:action`. */
export function missingPermissions(granted: Permissions, asked: Permissions): string[] {
  return entries(asked).flatMap(([resource, actions]) => {
    const own = Object.hasOwn(granted, resource) ? granted[resource] : undefined;
    return actions.filter((action) => !own?.includes(action)).map((action) => `${resource}:${action}`);
  });
}

/** The names in a list of roles, as it is stored: separated by commas. */
export function roleNames(stored: string | null | undefined): string[] {
  const names = (stored ?? "").split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Several roles as they are stored. Each once, in the order given. */
export function joinRoles(roles: string | readonly string[]): string {
  return roleNames(typeof roles === "string" ? roles : roles.join(",")).join(",");
}

/** Everything that any one of these roles grants. A name that is no role grants nothing. */
export function grantedBy(roles: Roles, names: readonly string[]): Permissions {
  const sum = new Map<string, Set<string>>();
  for (const name of names) {
    const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
    for (const [resource, actions] of entries(role?.statements ?? {})) {
      sum.set(resource, new Set([...(sum.get(resource) ?? []), ...actions]));
    }
  }
  // Entries, not assignment: a resource of an odd name stays a name.
  return Object.fromEntries([...sum].map(([resource, actions]) => [resource, [...actions]]));
}

const noAccess = (resource: string): string => `You are not allowed to access resource: ${resource}`;

function denied(error: string): Authorization {
  return { success: false, error };
}

function entries(permissions: Permissions): [string, readonly string[]][] {
  return Object.entries(permissions).map(([resource, actions]) => [resource, actions ?? []]);
}
