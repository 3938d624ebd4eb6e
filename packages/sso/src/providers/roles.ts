/** Roles that an identity provider's claims give to new members. */

import { roleNames } from "@latchkey/core/access";
import type { RoleMapping } from "../tables.ts";

/** The role of members to whom no rule applies. */
export const defaultRole = "member";

/** More values of one claim aren't looked at. */
const maxValues = 10_000;

/**
 * Returns the role of the first rule that fits the claims, or the default one. Objects fit no rule, and neither do names
 * that every object has, such as `constructor`.
 */
export function mappedRole(mapping: readonly RoleMapping[] | null, claims: Readonly<Record<string, unknown>>): string {
  const rule = (mapping ?? []).find(({ claim, equals }) => {
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    return (Array.isArray(value) ? value.slice(0, maxValues) : [value]).some((one) => textOf(one) === equals);
  });
  return rule?.role ?? defaultRole;
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Returns every role that the rules can give. */
export function rolesIn(mapping: readonly RoleMapping[]): readonly string[] {
  return [...new Set(mapping.flatMap(({ role }) => roleNames(role)))];
}
