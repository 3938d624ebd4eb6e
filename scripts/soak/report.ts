/** Prints the results of a run as Markdown tables. */

import { loadavg } from "node:os";
import type { CallCounts } from "./calls.ts";
import type { FaultCounts } from "./faults.ts";
import type { Ledger } from "./ledger.ts";

/** The results. */
export interface Outcome {
  readonly ledger: Ledger;
  readonly counts: CallCounts;
  readonly faults: FaultCounts;
  readonly seconds: number;
}

/** Maximum number of violations to print. */
const mostShown = 50;

/** Prints the report. */
export function printReport({ ledger, counts, faults, seconds }: Outcome): void {
  const statuses = [...new Set([...counts.byKind.values()].flatMap((byStatus) => [...byStatus.keys()]))].sort();
  const rows = [...counts.byKind].sort(([one], [other]) => (one < other ? -1 : 1));
  const all = rows.flatMap(([, byStatus]) => [...byStatus.values()]).reduce((sum, count) => sum + count, 0);
  const { milliseconds, kind, status } = counts.longest;
  const load = loadavg().map((one) => one.toFixed(1));
  const lines = [
    "",
    `Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${Math.round(seconds)} seconds, load average ${load.join(", ")} at the end.`,
    "",
    `${all} requests; ${ledger.accounts.length} sign-ups and ${ledger.ended.length} ended sessions acknowledged.`,
    `${faults.kills} instances killed; PostgreSQL restarted ${faults.postgres} times, Redis ${faults.redis} times.`,
    `Longest wait: ${Math.round(milliseconds)} ms (${kind}, ${status}).`,
    `Violations: ${ledger.violations.length}.`,
    "",
    `| requests | ${statuses.map((one) => (one === 0 ? "no response" : one)).join(" | ")} |`,
    `|---|${statuses.map(() => "---|").join("")}`,
    ...rows.map(([name, byStatus]) => `| \`${name}\` | ${statuses.map((one) => byStatus.get(one) ?? 0).join(" | ")} |`),
    "",
    "| check | count |",
    "|---|---|",
    ...[...ledger.checks].map(([what, times]) => `| ${what} | ${times} |`),
    "",
    ...ledger.violations.slice(0, mostShown),
  ];
  console.log(lines.join("\n"));
}
