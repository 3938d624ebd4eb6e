/** Checks whether the clocks of this machine and the database agree. */

import type { OpenDatabase } from "../database/open.ts";
import type { Finding } from "./finding.ts";

const queries = {
  // SQLite runs in this process and uses the same clock.
  sqlite: null,
  postgres: "select extract(epoch from clock_timestamp()) * 1000 as now",
  mysql: "select unix_timestamp(now(3)) * 1000 as now",
} as const;

/** Differences up to this many milliseconds don't matter. */
const maxSkew = 5_000;
/** Lifetime of an authenticator app's code in milliseconds. The codes before and after it are accepted too. */
const codeLifetime = 30_000;

/**
 * @param now returns this machine's time, in milliseconds since 1970
 */
export async function checkClock(
  { dialect, rows }: Pick<OpenDatabase, "dialect" | "rows">,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const query = queries[dialect];
  if (query === null) return [];
  const before = now();
  const [row] = await rows(query);
  const after = now();
  const databaseTime = Number(row?.now);
  // The database read its clock at some point between the two times.
  const skew = databaseTime < before ? databaseTime - before : Math.max(0, databaseTime - after);
  if (Math.abs(skew) <= maxSkew) return [];
  return [
    {
      id: "clock.skew",
      severity: Math.abs(skew) >= codeLifetime ? "error" : "warning",
      title: `The database's clock is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? "ahead of" : "behind"} this machine's.`,
      detail:
        "Latchkey uses the app's clock. If that clock is wrong, authenticator codes, ID tokens, and webhooks are rejected.",
      step: "Synchronize both machines with a time server: timedatectl set-ntp true",
    },
  ];
}
