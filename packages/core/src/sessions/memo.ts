/** What a request has read of its session, so that guards and handler read it once. */

import type { RequestContext } from "../plugin/context.ts";
import type { ActiveSession } from "./table.ts";

interface Known {
  readonly active: ActiveSession | null;
  /** Whether a copy said so, and not the session's own row. */
  readonly cached: boolean;
}

const memoKey: unique symbol = Symbol("session");

export function knownSession(context: RequestContext): Known | undefined {
  return context.memo.get(memoKey) as Known | undefined;
}

export function keepSession(context: RequestContext, known: Known): void {
  context.memo.set(memoKey, known);
}

/** Forgets what was read, after the session changed within the request. */
export function forgetSession(context: RequestContext): void {
  context.memo.delete(memoKey);
}
