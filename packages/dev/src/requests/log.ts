/** Stores the last requests in memory. */

import type { RequestTrace } from "@latchkey/core";

export interface RequestLog {
  add(trace: RequestTrace): void;
  /** Newest first. */
  list(): readonly RequestTrace[];
}

const maxRequests = 50;

export function createRequestLog(): RequestLog {
  let traces: readonly RequestTrace[] = [];
  return {
    add: (trace) => {
      traces = [trace, ...traces].slice(0, maxRequests);
    },
    list: () => traces,
  };
}
