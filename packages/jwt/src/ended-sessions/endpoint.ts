/** `/jwt/ended-sessions`, which tells services that verify tokens which sessions have ended. */

import { defineEndpoint, type EndpointOf, fail, httpErrors, input, type RequestContext } from "@latchkey/core/plugin";
import type { EndedSessions, JwtCalls } from "../contract.ts";
import type { JwtSettings } from "../options.ts";
import { endedSessionsOutput } from "../outputs.ts";
import { endedSessionTable } from "../tables.ts";
import { firstPosition, nextRead, type Position, readPosition, writePosition } from "./position.ts";

/** Maximum sessions per page, about 125 kB. */
const pageSize = 5000;

/**
 * Lists the sessions that ended. Requires no credentials, because the digests are useless without a session's token.
 */
export function listEndedSessions({ revocationFeed }: JwtSettings): EndpointOf<JwtCalls["listEndedSessions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/jwt/ended-sessions",
    summary: "List sessions that have ended",
    input: input.object({ since: input.optional(input.text({ max: 200 })) }),
    output: endedSessionsOutput,
    errors: { NOT_FOUND: httpErrors.NOT_FOUND },
    // Many instances of a service can share one IP address, and each of them reads the list every ten seconds.
    rateLimit: { window: 60, max: 300 },
    queryBudget: 1,
    async handle(query, context) {
      if (!revocationFeed) fail(httpErrors, "NOT_FOUND", { message: "Set jwt.revocationFeed to list ended sessions" });
      const now = context.now().getTime();
      return readPage(context, query?.since === undefined ? firstPosition(now) : readPosition(query.since, now));
    },
  });
}

async function readPage({ db, now }: RequestContext, position: Position): Promise<EndedSessions> {
  const { endedAt, id, startedAt } = position;
  const rows = await db.findMany(endedSessionTable, {
    where: { endedAt: { gte: new Date(endedAt) }, expiresAt: { gt: now() } },
    orderBy: [{ column: "endedAt" }],
    limit: pageSize,
    ...(id === null ? {} : { after: { endedAt: new Date(endedAt), id } }),
  });
  const sids = [...new Set(rows.map(({ sid }) => sid))];
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  const next = last ? { startedAt, endedAt: last.endedAt.getTime(), id: last.id } : nextRead(startedAt);
  return { sids, until: writePosition(next), more: last !== undefined };
}
