/** Requests, as JSON. */

import { defineUntypedEndpoint, type Endpoint, type RequestTrace } from "@latchkey/core";
import type { ConsoleGuards } from "../access/guards.ts";
import { devErrors } from "../errors.ts";
import { requestsOutput } from "../outputs.ts";
import type { RequestLog } from "./log.ts";

/** The last 50 requests, newest first; those of the console itself are left out. */
export function devRequests(guards: ConsoleGuards, log: RequestLog): Endpoint<unknown, readonly RequestTrace[]> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/dev/requests",
    summary: "The last requests, with what the guards said",
    output: requestsOutput,
    guards: [guards.data],
    errors: devErrors,
    statements: 0,
    handle: () => log.list(),
  });
}
