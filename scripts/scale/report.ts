/** Writes the results as Markdown tables. */

import type { Capacity } from "./capacity.ts";
import type { Costs, RowBytes } from "./costs.ts";
import { type CallName, callNames, type Day } from "./day.ts";

export interface Scenario {
  readonly name: string;
  readonly day: Day;
  readonly capacity: Capacity;
}

const callTitles: Readonly<Record<CallName, string>> = {
  signUp: "sign-up",
  signIn: "sign-in",
  readByCookie: "session read, from the cookie cache",
  readByDatabase: "session read, from the database",
  extend: "session read that extends the session",
  update: "update to the user's own data",
  signOut: "sign-out",
};

export function costTable(costs: Costs): string {
  return table(
    ["call", "statements", "app CPU, ms", "PostgreSQL CPU, ms", "WAL, bytes"],
    callNames.map((call) => {
      const { statements, appMs, databaseMs, walBytes } = costs[call];
      return [callTitles[call], round(statements, 1), round(appMs, 2), round(databaseMs, 2), round(walBytes, 0)];
    }),
  );
}

export function rowTable(rows: RowBytes): string {
  return table(
    ["table", "bytes per row, including indexes"],
    Object.entries(rows).map(([name, bytes]) => [`\`${name}\``, round(bytes, 0)]),
  );
}

export function dayTable(scenarios: readonly Scenario[]): string {
  return table(
    ["calls per second in the busiest ten minutes", ...scenarios.map(({ name }) => name)],
    callNames.map((call) => [callTitles[call], ...scenarios.map(({ day }) => round(day.peak[call], 0))]),
  );
}

export function capacityTable(scenarios: readonly Scenario[]): string {
  const row = (title: string, value: (capacity: Capacity) => string): string[] => [
    title,
    ...scenarios.map(({ capacity }) => value(capacity)),
  ];
  const limits = Object.keys(scenarios[0]?.capacity.database ?? {}) as (keyof Capacity["database"])[];
  return table(
    ["peak load", ...scenarios.map(({ name }) => name)],
    [
      row("calls per second", ({ callsPerSecond }) => round(callsPerSecond, 0)),
      row("statements per second", ({ statementsPerSecond }) => round(statementsPerSecond, 0)),
      row("app servers with 8 cores", ({ appMachines }) => round(appMachines, 0)),
      ...limits.map((limit) =>
        row(`${limit}, as a share of one database server's capacity`, ({ database }) => percent(database[limit])),
      ),
      row("first limit reached", ({ firstLimit }) => firstLimit),
      row("database servers", ({ databaseServers }) => round(databaseServers, 0)),
      row("WAL, MB per second", ({ walBytesPerSecond }) => round(walBytesPerSecond / 1e6, 1)),
      row("WAL, GB per day", ({ walBytesPerDay }) => round(walBytesPerDay / 1e9, 1)),
      row("tables, GB", ({ tableBytes }) => round(tableBytes / 1e9, 0)),
      row("growth per year, GB", ({ bytesPerYear }) => round(bytesPerYear / 1e9, 0)),
    ],
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const round = (value: number, digits: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });

const percent = (share: number): string => `${round(share * 100, 0)}%`;
