/** The better-auth tables to rename, because Latchkey has different tables with the same names. */

import type { Tables } from "../doctor/sql.ts";
import { stepSources, stepsOf } from "./step.ts";

/** The new names. The tables keep their rows. */
export const renamed = {
  verification: "verification_better_auth",
  twoFactor: "twoFactor_better_auth",
  passkey: "passkey_better_auth",
  ssoProvider: "ssoProvider_better_auth",
} as const;

type RenamedTable = keyof typeof renamed;

/** Whether a table still has better-auth's columns. */
export function isBetterAuthTable({ has }: Tables, table: RenamedTable): boolean {
  switch (table) {
    // The secrets of pending one-time links are stored as plain text, and they can't be used after the migration.
    case "verification":
      return has("verification", "id") && !has("verification", "kind");
    case "twoFactor":
      return has("twoFactor", "backupCodes");
    case "passkey":
      return has("passkey", "credentialID") && !has("passkey", "credentialKey");
    case "ssoProvider":
      return has("ssoProvider", "providerId", "oidcConfig") && !has("ssoProvider", "revision");
  }
}

/** The tables to rename, from name to new name. Pending one-time links are renamed for every app. */
export function tablesToRename(tables: Tables, plugins: readonly string[]): Readonly<Record<string, string>> {
  const used = ["verification" as const, ...stepsOf(plugins).flatMap((step) => stepSources[step].table ?? [])];
  const found = used.filter((table) => isBetterAuthTable(tables, table));
  return Object.fromEntries(found.map((table) => [table, renamed[table]]));
}

/**
 * Where better-auth's rows are: in its table, or in the renamed one after an interrupted run. `null` if there are none.
 */
export function sourceOf(tables: Tables, table: RenamedTable, ...columns: readonly string[]): string | null {
  const current = isBetterAuthTable(tables, table) ? table : renamed[table];
  return tables.has(current, ...columns) ? current : null;
}
