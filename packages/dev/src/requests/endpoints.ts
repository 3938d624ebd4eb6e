/** The endpoint that lists requests. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import type { DevCalls } from "../contract.ts";
import { requestsOutput } from "../outputs.ts";
import type { RequestLog } from "./log.ts";

/** Lists the last 50 requests, newest first, without those of the console itself. */
export function devRequests(guards: ConsoleGuards, log: RequestLog): EndpointOf<DevCalls["devRequests"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/requests",
    summary: "List recent requests",
    output: requestsOutput,
    guards: [guards.data],
    queryBudget: 0,
    handle: () => log.list(),
  });
}
