/** The endpoint that lists users. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import type { DevCalls } from "../contract.ts";
import { usersOutput } from "../outputs.ts";
import { listUsers } from "./store.ts";

/** Lists the newest 100 users. */
export function devUsers(guards: ConsoleGuards): EndpointOf<DevCalls["devUsers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/users",
    summary: "List users",
    output: usersOutput,
    guards: [guards.data],
    queryBudget: 3,
    handle: (_, { db }) => listUsers(db),
  });
}
