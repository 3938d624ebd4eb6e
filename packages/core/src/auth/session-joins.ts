/** Collects the joins of each endpoint's session reads from the declarations of its guards. */

import type { Joins } from "../database/adapter.ts";
import { createJoinCheck } from "../database/query-checks.ts";
import type { Schema } from "../database/schema.ts";
import type { Extensions } from "../kernel/context.ts";
import type { DeclaredEndpoint } from "../kernel/declaration.ts";
import { endpointNames } from "../kernel/endpoint-names.ts";
import type { SessionJoins } from "../kernel/session.ts";
import { userJoin } from "../sessions/read.ts";
import { sessionTable } from "../tables/session.ts";

type Endpoints = Readonly<Record<string, DeclaredEndpoint>>;

/**
 * Returns the joins by endpoint id. An endpoint and its aliases all have the same joins, because requests know only the
 * main name.
 *
 * @throws {Error} if a join's table or column isn't declared, or if two guards use the same name for different joins
 */
export function collectSessionJoins(schema: Schema, endpoints: Endpoints): Extensions["sessionJoins"] {
  const session = schema.get(sessionTable.name);
  if (!session) throw new Error(`The table "${sessionTable.name}" isn't declared.`);
  const check = createJoinCheck(schema);
  const namesOf = endpointNames(endpoints);
  return Object.fromEntries(
    Object.entries(endpoints).map(([id, endpoint]) => {
      const guards = namesOf(endpoint).ids.flatMap((name) => endpoints[name]?.guards ?? []);
      let joins: SessionJoins = { user: userJoin };
      for (const { name, sessionJoins = {} } of guards) joins = merge(joins, sessionJoins, name);
      try {
        check(session, joins);
      } catch (error) {
        throw new Error(
          `plugins: the endpoint "${id}" has session joins that can't be read. ${(error as Error).message}`,
        );
      }
      return [id, joins];
    }),
  );
}

function merge(joins: SessionJoins, added: Joins, guard: string): SessionJoins {
  for (const [name, join] of Object.entries(added)) {
    if (Object.hasOwn(joins, name) && joins[name] !== join) {
      throw new Error(
        `plugins: the guard "${guard}" uses the session join name "${name}", which core or another guard already uses. Rename it.`,
      );
    }
  }
  return { ...joins, ...added };
}
