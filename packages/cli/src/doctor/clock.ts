/** Whether this machine and the database agree on the time. */

import type { OpenDatabase } from "../database/open.ts";
import type { Finding } from "./finding.ts";

const queries = {
  // In the process: there is one clock only.
  sqlite: null,
  postgres: "select extract(epoch from clock_timestamp()) * 1000 as now",
  mysql: "select unix_timestamp(now(3)) * 1000 as now",
} as const;

/** Below this many milliseconds nothing notices. */
const tolerated = 5_000;
/** A code of an authenticator app lives this long, and one neighbour either way is taken. */
const codeLife = 30_000;

/** @param now the time of this machine, in milliseconds since 1970 */
export async function checkClock(
  { dialect, rows }: Pick<OpenDatabase, "dialect" | "rows">,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const query = queries[dialect];
  if (query === null) return [];
  const before = now();
  const [row] = await rows(query);
  const after = now();
  const theirs = Number(row?.now);
  // The answer was made at some moment between the two.
  const skew = theirs < before ? theirs - before : Math.max(0, theirs - after);
  if (Math.abs(skew) <= tolerated) return [];
  return [
    {
      id: "clock.skew",
      severity: Math.abs(skew) >= codeLife ? "error" : "warning",
      title: `The database's clock is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? "ahead of" : "behind"} this machine's.`,
      detail:
        "The library goes by the app's clock. If that is the wrong one, codes of authenticator apps, id tokens and webhooks are refused.",
      step: "Synchronise both machines with a time server: timedatectl set-ntp true",
    },
  ];
}
