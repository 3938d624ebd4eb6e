/** Records a trace of each request for plugins that observe. Records nothing if none does. */

import { AuthError } from "../http/errors.ts";
import type { HttpResponse } from "../http/exchange.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { RequestTrace, TraceStep } from "../kernel/trace.ts";
import type { Endpoint } from "../plugin/endpoint.ts";
import type { Guard } from "../plugin/guard.ts";

/** A request in progress. */
export interface ActiveTrace {
  readonly startedAt: Date;
  readonly steps: TraceStep[];
  code: string | null;
}

const traceKey: unique symbol = Symbol("trace");

/** Starts recording. `null` if no plugin observes. */
export function startTrace(context: RequestContext): ActiveTrace | null {
  if (context.extensions.observers.length === 0) return null;
  const trace: ActiveTrace = { startedAt: context.now(), steps: [], code: null };
  context.requestCache.set(traceKey, trace);
  return trace;
}

/** Records the outcome of a step. Without a trace, returns the promise unchanged. */
export function traceStep<T>(
  trace: ActiveTrace | null,
  step: Pick<TraceStep, "kind" | "name">,
  running: Promise<T>,
): Promise<T> {
  return trace ? recordStep(trace, step, running) : running;
}

function activeTrace({ requestCache }: RequestContext): ActiveTrace | undefined {
  return requestCache.get(traceKey) as ActiveTrace | undefined;
}

/** Records the error code of a request. */
export function recordErrorCode(context: RequestContext, error: AuthError): AuthError {
  const trace = activeTrace(context);
  if (trace) trace.code = error.code;
  return error;
}

/** Calls the observers. If one throws, the error is logged and the others still run. */
export function finishTrace(context: RequestContext, open: ActiveTrace | null, response: HttpResponse): HttpResponse {
  if (!open) return response;
  const active = context.loadedSession?.active;
  const trace: RequestTrace = {
    endpointId: context.endpointId,
    method: context.method ?? "GET",
    path: context.endpoint.path,
    status: response.status,
    code: open.code,
    startedAt: open.startedAt,
    durationMs: context.now().getTime() - open.startedAt.getTime(),
    steps: open.steps,
    userId: active?.user.id ?? null,
    sessionId: active?.session.id ?? null,
  };
  for (const observe of context.extensions.observers) {
    try {
      observe(trace);
    } catch (error) {
      context.log.error("An observer failed", { endpoint: context.endpointId, error });
    }
  }
  return response;
}

/** Wraps an endpoint's guards so that they record their outcome in the request's trace. */
export function withTracedGuards(endpoint: Endpoint): Endpoint {
  return { ...endpoint, guards: endpoint.guards.map(tracedGuard) };
}

function tracedGuard(guard: Guard): Guard {
  return {
    ...guard,
    check: (context, input) => {
      const trace = activeTrace(context);
      if (!trace) return guard.check(context, input);
      const check = async (): Promise<object | undefined> => guard.check(context, input);
      return recordStep(trace, { kind: "guard", name: guard.name }, check());
    },
  };
}

async function recordStep<T>(
  trace: ActiveTrace,
  step: Pick<TraceStep, "kind" | "name">,
  running: Promise<T>,
): Promise<T> {
  try {
    const value = await running;
    trace.steps.push({ ...step, outcome: "passed" });
    return value;
  } catch (error) {
    trace.steps.push({ ...step, outcome: error instanceof AuthError ? error.code : "failed" });
    throw error;
  }
}
