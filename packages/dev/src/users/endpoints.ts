/** Users, as JSON. */

import { defineUntypedEndpoint, type Endpoint } from "@latchkey/core";
import type { ConsoleGuards } from "../access/guards.ts";
import { devErrors } from "../errors.ts";
import { usersOutput } from "../outputs.ts";
import { type DevUser, listUsers } from "./store.ts";

/** The newest 100 users. */
export function devUsers(guards: ConsoleGuards): Endpoint<unknown, readonly DevUser[]> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/dev/users",
    summary: "The newest users",
    output: usersOutput,
    guards: [guards.data],
    errors: devErrors,
    statements: 2,
    handle: (_, { db }) => listUsers(db),
  });
}
