/** Formats the results of a fuzzer run. */

import type { Counts, Tally } from "./run.ts";
import { excludedEndpoints } from "./samples/all.ts";

/** Endpoints whose guards no request passed, except those that must stay closed. */
export function unreached({ byEndpoint }: Tally): string[] {
  return [...byEndpoint]
    .filter(([id, { reached, isAlias }]) => reached === 0 && !excludedEndpoints.has(id) && !isAlias)
    .map(([id]) => id);
}

/** One line per endpoint, and the totals. */
export function report(tally: Tally): string {
  const rows = [...tally.byEndpoint].sort(([a], [b]) => a.localeCompare(b)).map(([id, counts]) => line(id, counts));
  return [
    ...rows,
    "",
    line("all", sum(tally)),
    `${tally.worlds} worlds, slowest request ${Math.round(tally.slowestMs)} ms`,
  ]
    .concat(tally.unsendable > 0 ? [`${tally.unsendable} plans made a request that no client can send`] : [])
    .join("\n");
}

/** The totals of all endpoints. */
export function sum({ byEndpoint }: Tally): Counts {
  const all: Counts = { isAlias: false, sent: 0, reached: 0, succeeded: 0, statuses: new Map() };
  for (const { sent, reached, succeeded, statuses } of byEndpoint.values()) {
    all.sent += sent;
    all.reached += reached;
    all.succeeded += succeeded;
    for (const [status, count] of statuses) all.statuses.set(status, (all.statuses.get(status) ?? 0) + count);
  }
  return all;
}

function line(id: string, { sent, reached, succeeded, statuses }: Counts): string {
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  return `${id.padEnd(24)} ${String(sent).padStart(7)} sent ${String(reached).padStart(7)} reached ${String(succeeded).padStart(7)} succeeded   ${counted.join("  ")}`;
}
