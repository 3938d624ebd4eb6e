/** Detects databases that haven't been migrated from better-auth. */

import type { Finding } from "../doctor/finding.ts";
import type { Tables } from "../doctor/sql.ts";
import type { Target } from "../project/target.ts";
import { pendingSteps, readDoneSteps, wasStarted } from "./journal.ts";
import { isBetterAuthTable } from "./renamed-tables.ts";

/** Whether all tables have the columns of better-auth's migration. Latchkey's tables have them too, plus others. */
export function hasBetterAuthColumns({ has }: Tables): boolean {
  return (
    has("user", "id", "email", "emailVerified", "createdAt") &&
    has("account", "accountId", "providerId", "userId") &&
    has("session", "token", "userId", "expiresAt")
  );
}

/** Reports a better-auth database that hasn't been migrated, or only partly. */
export async function checkBetterAuthTables(tables: Tables, target: Target): Promise<Finding[]> {
  // An app without the plugin keeps better-auth's table, even after a complete migration.
  const hasBetterAuthFactors = target.plugins.includes("two-factor") && isBetterAuthTable(tables, "twoFactor");
  const isUnmigrated = hasBetterAuthColumns(tables) && (!tables.has("user", "epoch") || hasBetterAuthFactors);
  if (!isUnmigrated) return checkPendingSteps(tables, target);
  return [
    {
      id: "database.belongs-to-better-auth",
      severity: "error",
      title: "This better-auth database hasn't been migrated yet.",
      detail: "Migrating fixes most of the other findings, including sessions, 2FA, and column types.",
      step: "npx @latchkey/cli migrate --from better-auth --dry-run",
    },
  ];
}

async function checkPendingSteps(tables: Tables, { plugins }: Target): Promise<Finding[]> {
  const pending = wasStarted(tables) ? pendingSteps(await readDoneSteps(tables), plugins) : [];
  const steps = [...pending].map((step) => step.replaceAll("-", " ")).join(", ");
  if (steps === "") return [];
  return [
    {
      id: "database.unfinished-migration",
      severity: "error",
      title: "The migration from better-auth was interrupted, or the app has added a plugin since.",
      detail: `Not migrated yet: ${steps}.`,
      step: "npx @latchkey/cli migrate --from better-auth",
    },
  ];
}
