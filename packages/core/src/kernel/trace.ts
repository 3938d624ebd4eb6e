/** The trace of a request that plugins can observe. Nothing is recorded if no plugin does. */

/** A request that reached an endpoint over HTTP. Contains no body, query, path values, tokens, or cookies. */
export interface RequestTrace {
  readonly endpointId: string;
  readonly method: string;
  /** The path as the endpoint declares it, such as `/callback/:id`. */
  readonly path: string;
  readonly status: number;
  /** The error code, or `null` if the request succeeded. */
  readonly code: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The steps before the handler, in order. Ends with the one that failed, if any. */
  readonly steps: readonly TraceStep[];
  /** Id of the signed-in user. `null` if no one was signed in or nothing read the session. */
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** One check before the handler, and its outcome. */
export interface TraceStep {
  readonly kind: "rateLimit" | "origin" | "guard";
  /** The guard's name, or the kind for other steps. */
  readonly name: string;
  /** `passed`, the code that it rejected the request with, or `failed` if it threw anything else. */
  readonly outcome: string;
}
