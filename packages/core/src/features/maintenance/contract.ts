/** The calls for a cron job. */

import type { OutboxReport } from "../../outbox/run.ts";
import type { ServerCall } from "../../plugin/contract.ts";

/** How many rows were removed. */
export interface RemoveExpiredResult {
  readonly sessions: number;
  readonly rateLimits: number;
  /** One-time tokens that expired. */
  readonly tokens: number;
  /** Messages whose delivery was given up at least a month ago. */
  readonly messages: number;
  /** Audit log entries that are older than `audit.retentionDays`. */
  readonly auditEntries: number;
  /** How many rows each plugin job removed or added, by the job's name. */
  readonly jobs: Readonly<Record<string, number>>;
}

/** The calls for a cron job. */
export interface MaintenanceCalls {
  /** Delivers emails and notices that are due. Call it from a cron job if no process keeps running. */
  readonly deliverOutbox: ServerCall<void, OutboxReport>;
  /**
   * Removes expired sessions, tokens, rate limit counters, messages that failed, and old audit log entries, and runs
   * plugins' scheduled work. Call it from a cron job once a day.
   */
  readonly removeExpired: ServerCall<void, RemoveExpiredResult>;
}
