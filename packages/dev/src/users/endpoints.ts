/** Users, as JSON. */

import { defineEndpoint, type Endpoint, type Guard } from "@latchkey/core";
import { devErrors } from "../errors.ts";
import { usersOutput } from "../outputs.ts";
import { type DevUser, listUsers } from "./store.ts";

/** The newest 100 users. */
export function devUsers(local: Guard): Endpoint<unknown, readonly DevUser[]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/users",
    summary: "The newest users",
    output: usersOutput,
    guards: [local],
    errors: devErrors,
    statements: 2,
    handle: (_, { db }) => listUsers(db),
  });
}
