/** Tells a database of better-auth from one of ours. */

import type { Finding } from "../doctor/finding.ts";
import type { Tables } from "../doctor/sql.ts";

/** Whether all tables have the columns of better-auth's own migration. Ours have them too, and more. */
export function hasTheirColumns({ has }: Tables): boolean {
  return (
    has("user", "id", "email", "emailVerified", "createdAt") &&
    has("account", "accountId", "providerId", "userId") &&
    has("session", "token", "userId", "expiresAt")
  );
}

/** Says how a database that is not ours yet becomes ours. */
export function checkOrigin(tables: Tables): Finding[] {
  const isTheirs = hasTheirColumns(tables) && (!tables.has("user", "epoch") || tables.has("twoFactor", "backupCodes"));
  if (!isTheirs) return [];
  return [
    {
      id: "database.of-better-auth",
      severity: "error",
      title: "This is a database of better-auth, and was not moved in.",
      detail: "Most of what follows is mended by that: sessions, second factors and types of columns among it.",
      step: "npx @latchkey/cli migrate --from better-auth --dry-run",
    },
  ];
}
