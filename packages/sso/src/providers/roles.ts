/** Determines the roles of new members from an identity provider's claims. */

import { roleNames } from "@latchkey/core/access";
import type { SsoSettings } from "../options.ts";
import type { RoleMapping, SsoProviderRow } from "../tables.ts";

/** The columns that determine the roles that a provider assigns. */
type RoleRules = Pick<SsoProviderRow, "roleMapping" | "defaultRole">;

/** Returns the role of members that no rule applies to. */
export function defaultRoleOf({ defaultRole }: RoleRules): string {
  return defaultRole ?? "member";
}

/** Whether each sign-in updates the role of existing members. */
export function syncsRoles(settings: SsoSettings, { syncRoles }: Pick<SsoProviderRow, "syncRoles">): boolean {
  return syncRoles ?? settings.syncRoles;
}

/** Maximum values to compare per claim. */
const maxValues = 10_000;

/**
 * Returns the role of the first rule that matches the claims, or the default role. A claim whose value is an object
 * doesn't match any rule, and neither does a name that every object has, such as `constructor`.
 */
export function mappedRole(provider: RoleRules, claims: Readonly<Record<string, unknown>>): string {
  const rule = (provider.roleMapping ?? []).find(({ claim, equals }) => {
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    return (Array.isArray(value) ? value.slice(0, maxValues) : [value]).some((one) => textOf(one) === equals);
  });
  return rule?.role ?? defaultRoleOf(provider);
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Returns every role that was chosen for a provider's members. */
export function chosenRoles({ roleMapping, defaultRole }: RoleChoice): readonly string[] {
  const chosen = [...(roleMapping ?? []).map(({ role }) => role), ...(defaultRole ? [defaultRole] : [])];
  return [...new Set(chosen.flatMap(roleNames))];
}

/** The rules and the default role that the caller chose, if any. */
export interface RoleChoice {
  readonly roleMapping?: readonly RoleMapping[] | null | undefined;
  readonly defaultRole?: string | null | undefined;
}
