/** Runs the app's handlers: after the commit, each until it succeeds once. */

import { type AuthContext, errorText } from "@latchkey/core/plugin";
import { type HandlerRow, handlerTable } from "./table.ts";

/** Runs the handler with this name. Throws when it fails; `signal` aborts when its time is over. */
export type RunHandler = (name: string, attempt: number, signal: AbortSignal) => Promise<void>;

/** What running the handlers of a delivery came to. */
export interface HandlerReport {
  /** Those that failed: a retry runs them again. */
  readonly failed: readonly string[];
  /** Those that somebody else is at. */
  readonly running: readonly string[];
}

/** How long handlers may take, in milliseconds. */
export interface HandlerTimes {
  /** After which a handler counts as failed. */
  readonly timeout: number;
  /** For which claimed handlers are nobody else's: longer than all of a delivery's can take, one after the other. */
  readonly lease: number;
}

/** Runs what is still to be done about a delivery that was recorded before. */
export async function runOpenHandlers(
  context: AuthContext,
  deliveryId: string,
  times: HandlerTimes,
  run: RunHandler,
): Promise<HandlerReport> {
  const open = await context.db.findMany(handlerTable, {
    where: { deliveryId, state: { ne: "done" } },
    orderBy: [{ column: "handler", direction: "desc" }],
    limit: 100,
  });
  const claimed: HandlerRow[] = [];
  const running: string[] = [];
  for (const row of open) {
    const mine = await claim(context, row, times);
    if (mine) claimed.push(mine);
    else running.push(row.handler);
  }
  const { failed } = await runHandlers(context, claimed, times, run);
  return { failed, running };
}

/** Runs claimed handlers, one after the other. One that fails stops none of the others. */
export async function runHandlers(
  context: AuthContext,
  claimed: readonly HandlerRow[],
  { timeout }: HandlerTimes,
  run: RunHandler,
): Promise<HandlerReport> {
  const failed: string[] = [];
  for (const row of claimed) {
    try {
      await within(timeout, (signal) => run(row.handler, row.attempts, signal));
      await close(context, row, { state: "done", lastError: null });
    } catch (error) {
      const { deliveryId, handler, attempts } = row;
      context.log.error("A handler of a webhook failed", { deliveryId, handler, attempts, error });
      failed.push(handler);
      await close(context, row, { state: "open", lastError: errorText(error) });
    }
  }
  return { failed, running: [] };
}

/** Of any number of callers one gets it; again when its lease is over, for whoever had it is gone. */
async function claim(context: AuthContext, row: HandlerRow, { lease }: HandlerTimes): Promise<HandlerRow | null> {
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

/** Only as long as it is still this try's. */
async function close(
  { db }: AuthContext,
  { id, attempts }: HandlerRow,
  set: Pick<HandlerRow, "state" | "lastError">,
): Promise<void> {
  await db.update(handlerTable, { where: { id, attempts, state: "running" }, set: { ...set, leaseUntil: null } });
}

async function within(milliseconds: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`It took longer than ${milliseconds} ms.`);
      stop.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    await Promise.race([work(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
