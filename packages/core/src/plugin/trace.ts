/** What became of one request, told to the plugins that observe. Where none does, nothing is recorded. */

import { AuthError } from "../http/errors.ts";
import type { RequestContext } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Guard } from "./guard.ts";

/**
 * One request that reached an endpoint over HTTP. Holds no body, no query, no value out of the path, no token and no
 * cookie.
 */
export interface RequestTrace {
  readonly endpointId: string;
  readonly method: string;
  /** As the endpoint declares it: `/callback/:id`. */
  readonly path: string;
  readonly status: number;
  /** What it was refused with; `null` where it was not. */
  readonly code: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** What was asked before the handler, in this order, up to what refused. */
  readonly steps: readonly TraceStep[];
  /** Who is signed in, as far as a guard asked for it. */
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** One check on the way of a request, and what it said. */
export interface TraceStep {
  readonly kind: "rateLimit" | "origin" | "guard";
  /** A guard's name; of the others their kind. */
  readonly name: string;
  /** `passed`, the code that it refused with, or `failed` where it broke. */
  readonly outcome: string;
}

/** A request that is under way. */
export interface OpenTrace {
  readonly startedAt: Date;
  readonly steps: TraceStep[];
  code: string | null;
}

const traceKey: unique symbol = Symbol("trace");

/** Starts recording; `null` where nobody observes. */
export function openTrace(context: RequestContext): OpenTrace | null {
  if (context.extensions.observers.length === 0) return null;
  const trace: OpenTrace = { startedAt: context.now(), steps: [], code: null };
  context.memo.set(traceKey, trace);
  return trace;
}

/** Records what a step comes to, once it has. Without a trace the step is handed back as it is. */
export function traced<T>(
  trace: OpenTrace | null,
  step: Pick<TraceStep, "kind" | "name">,
  running: Promise<T>,
): Promise<T> {
  return trace ? record(trace, step, running) : running;
}

/** Records what a request is refused with. */
export function refusal(context: RequestContext, error: AuthError): AuthError {
  const trace = context.memo.get(traceKey) as OpenTrace | undefined;
  if (trace) trace.code = error.code;
  return error;
}

/** Tells the observers. One that throws is logged, and changes nothing for anybody else. */
export function closeTrace(context: RequestContext, open: OpenTrace | null, response: Response): Response {
  if (!open) return response;
  const { user, session } = context as { readonly user?: { id: string }; readonly session?: { id: string } };
  const trace: RequestTrace = {
    endpointId: context.endpointId,
    method: context.request?.method ?? "GET",
    path: context.endpoint.path,
    status: response.status,
    code: open.code,
    startedAt: open.startedAt,
    durationMs: context.now().getTime() - open.startedAt.getTime(),
    steps: open.steps,
    userId: user?.id ?? null,
    sessionId: session?.id ?? null,
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

/** The endpoint with guards that leave their outcome in the request's trace. */
export function withTracedGuards(endpoint: Endpoint): Endpoint {
  return { ...endpoint, guards: endpoint.guards.map(tracedGuard) };
}

function tracedGuard(guard: Guard): Guard {
  return {
    ...guard,
    check: (context, input) => {
      const trace = context.memo.get(traceKey) as OpenTrace | undefined;
      if (!trace) return guard.check(context, input);
      const check = async (): Promise<object | undefined> => guard.check(context, input);
      return record(trace, { kind: "guard", name: guard.name }, check());
    },
  };
}

async function record<T>(trace: OpenTrace, step: Pick<TraceStep, "kind" | "name">, running: Promise<T>): Promise<T> {
  try {
    const value = await running;
    trace.steps.push({ ...step, outcome: "passed" });
    return value;
  } catch (error) {
    trace.steps.push({ ...step, outcome: error instanceof AuthError ? error.code : "failed" });
    throw error;
  }
}
