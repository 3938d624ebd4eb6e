/** Multiplies a day's calls by their cost, and calculates how many machines that takes. */

import type { Costs, RowBytes } from "./costs.ts";
import { callNames, type Day, type DayPlan } from "./day.ts";

/** The assumed capacity of each machine. */
export interface Machines {
  readonly appCores: number;
  readonly databaseCores: number;
  /** Share of the processors that may be busy at the peak, so that the others can take over from a failed machine. */
  readonly busyShare: number;
  /** Bytes of WAL per second that the database's disk and its replica can keep up with. */
  readonly walBytesPerSecond: number;
  /** Bytes of tables and indexes on one database server. */
  readonly diskBytes: number;
  /** Write transactions per second that one database server can commit. */
  readonly commitsPerSecond: number;
}

export interface Capacity {
  readonly callsPerSecond: number;
  readonly statementsPerSecond: number;
  readonly appCores: number;
  readonly appMachines: number;
  /** Shares of one database server that are in use at the peak, by limit. The largest one is the first limit. */
  readonly database: Readonly<Record<"CPU" | "WAL" | "commits" | "disk after three years", number>>;
  /** Database servers, each with a part of the users. */
  readonly databaseServers: number;
  readonly firstLimit: string;
  readonly tableBytes: number;
  readonly bytesPerYear: number;
  readonly walBytesPerSecond: number;
  readonly walBytesPerDay: number;
}

export function capacityFor(plan: DayPlan, day: Day, costs: Costs, rows: RowBytes, machines: Machines): Capacity {
  const atPeak = (what: keyof Costs[keyof Costs]): number =>
    callNames.reduce((sum, call) => sum + day.peak[call] * costs[call][what], 0);
  const appCores = atPeak("appMs") / 1000 / machines.busyShare;
  const tableBytes =
    plan.users * (bytes(rows, "user") + bytes(rows, "account")) + liveSessions(plan) * bytes(rows, "session");
  const bytesPerYear =
    yearlyAudits(day) * bytes(rows, "audit") + day.total.signUp * 365 * (bytes(rows, "user") + bytes(rows, "account"));
  const writes = callNames.reduce((sum, call) => sum + (costs[call].walBytes > 100 ? day.peak[call] : 0), 0);
  const database = {
    CPU: atPeak("databaseMs") / 1000 / (machines.databaseCores * machines.busyShare),
    WAL: atPeak("walBytes") / machines.walBytesPerSecond,
    commits: writes / machines.commitsPerSecond,
    "disk after three years": (tableBytes + 3 * bytesPerYear) / machines.diskBytes,
  };
  const [firstLimit, share] = Object.entries(database).reduce((most, one) => (one[1] > most[1] ? one : most));
  return {
    callsPerSecond: callNames.reduce((sum, call) => sum + day.peak[call], 0),
    statementsPerSecond: atPeak("statements"),
    appCores,
    appMachines: Math.ceil(appCores / machines.appCores),
    database,
    databaseServers: Math.ceil(share),
    firstLimit,
    tableBytes,
    bytesPerYear,
    walBytesPerSecond: atPeak("walBytes"),
    walBytesPerDay: callNames.reduce((sum, call) => sum + day.total[call] * costs[call].walBytes, 0),
  };
}

const bytes = (rows: RowBytes, table: string): number => rows[table] ?? 0;

/**
 * Assumes that twice as many accounts visit in a week as on a day, with 1.5 sessions each. Sessions that end are
 * removed.
 */
function liveSessions({ users, activeShare }: DayPlan): number {
  return users * Math.min(1, activeShare * 2) * 1.5;
}

/** Sign-ups, sign-ins, changes, and sign-outs each add an audit log entry. */
function yearlyAudits({ total }: Day): number {
  return (total.signUp + total.signIn + total.update + total.signOut) * 365;
}
