/** Runs the app's webhook handlers after the commit, each until it succeeds once. */

import { type AuthContext, errorText, withTimeout } from "@latchkey/core/plugin";
import { type HandlerRow, handlerTable } from "./table.ts";

/** Runs the handler with this name. Throws if it fails. `signal` aborts on timeout. */
export type HandlerRunner = (name: string, attempt: number, signal: AbortSignal) => Promise<void>;

/** The result of running a delivery's handlers. */
export interface HandlerReport {
  /** Handlers that failed. A retry runs them again. */
  readonly failed: readonly string[];
  /** Handlers that another request is running. */
  readonly running: readonly string[];
}

/** Timeouts of handlers, in milliseconds. */
export interface HandlerTimeouts {
  /** The time after which a handler counts as failed. */
  readonly timeout: number;
  /** How long claimed handlers stay reserved. Must be longer than running all handlers of a delivery in sequence. */
  readonly lease: number;
}

/** Runs the unfinished handlers of a delivery that was already recorded. */
export async function runOpenHandlers(
  context: AuthContext,
  deliveryId: string,
  times: HandlerTimeouts,
  run: HandlerRunner,
): Promise<HandlerReport> {
  const open = await context.db.findMany(handlerTable, {
    where: { deliveryId, state: { ne: "done" } },
    orderBy: [{ column: "handler" }],
    limit: 100,
  });
  const claimed: HandlerRow[] = [];
  const running: string[] = [];
  // The type's own handler runs before `onEvent`, as it did the first time.
  for (const row of [...open].sort((a, b) => Number(a.handler === "onEvent") - Number(b.handler === "onEvent"))) {
    const claimedRow = await claimHandler(context, row, times);
    if (claimedRow) claimed.push(claimedRow);
    else running.push(row.handler);
  }
  const { failed } = await runHandlers(context, claimed, times, run);
  return { failed, running };
}

/** Runs claimed handlers in sequence. If one fails, the others still run. */
export async function runHandlers(
  context: AuthContext,
  claimed: readonly HandlerRow[],
  { timeout }: HandlerTimeouts,
  run: HandlerRunner,
): Promise<HandlerReport> {
  const failed: string[] = [];
  for (const row of claimed) {
    try {
      await withTimeout(timeout, (signal) => run(row.handler, row.attempts, signal), row.handler);
      await finishHandler(context, row, { state: "done", lastError: null });
    } catch (error) {
      const { deliveryId, handler, attempts } = row;
      context.log.error("A webhook handler failed", { deliveryId, handler, attempts, error });
      failed.push(handler);
      await finishHandler(context, row, { state: "open", lastError: errorText(error) });
    }
  }
  return { failed, running: [] };
}

/**
 * Claims a handler. Only one of several concurrent calls succeeds. After its lease expires, it can be claimed again.
 */
async function claimHandler(
  context: AuthContext,
  row: HandlerRow,
  { lease }: HandlerTimeouts,
): Promise<HandlerRow | null> {
  const now = context.now();
  if (row.state === "running" && row.leaseUntil !== null && row.leaseUntil > now) return null;
  const attempts = row.attempts + 1;
  const leaseUntil = new Date(now.getTime() + lease);
  const changed = await context.db.update(handlerTable, {
    where: { id: row.id, attempts: row.attempts, state: row.state },
    set: { state: "running", attempts, leaseUntil },
  });
  return changed === 0 ? null : { ...row, state: "running", attempts, leaseUntil };
}

/** Updates the handler only if it still belongs to this attempt. */
async function finishHandler(
  { db }: AuthContext,
  { id, attempts }: HandlerRow,
  set: Pick<HandlerRow, "state" | "lastError">,
): Promise<void> {
  await db.update(handlerTable, { where: { id, attempts, state: "running" }, set: { ...set, leaseUntil: null } });
}
