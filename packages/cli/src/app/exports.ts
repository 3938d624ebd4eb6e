/** Finds the auth instance among the exports of an auth file. */

import type { Schema } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";

/** The parts of an auth instance that the command needs. */
export interface AuthExport {
  readonly schema: Schema;
  readonly $context: AuthContext;
}

/**
 * @returns the `auth` export, the default export, or any other auth instance, in this order. `null` if there is none.
 */
export async function findAuthExport(module: Readonly<Record<string, unknown>>): Promise<AuthExport | null> {
  for (const name of ["auth", "default"]) {
    const value = module[name];
    // Only real promises: awaiting a query builder would run its query.
    const settled = value instanceof Promise ? await value : value;
    if (isAuth(settled)) return settled;
  }
  return Object.values(module).find(isAuth) ?? null;
}

function isAuth(value: unknown): value is AuthExport {
  if (typeof value !== "object" || value === null) return false;
  try {
    const { schema, $context } = value as Partial<Record<"schema" | "$context", unknown>>;
    return schema instanceof Map && typeof $context === "object" && $context !== null;
  } catch {
    // Getters of other exports can throw, such as those of a checked environment.
    return false;
  }
}
