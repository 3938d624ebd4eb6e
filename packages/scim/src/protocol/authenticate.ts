/** Finds the connection that a token belongs to. */

import { enforceRateLimit, type RequestContext } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { connectionTable, type ScimConnectionRow, type ScimTokenRow, tokenTable } from "../tables.ts";
import { hashToken, isToken } from "../tokens.ts";

/** The rate limit per token. */
const limit = { window: 60, max: 1200 } as const;

/** Minimum time between updates of the last request's time, in milliseconds. */
const lastUsePrecision = 60_000;

/**
 * Returns the caller's connection. Sends one query, or none if the header can't contain a token. Sends two more after
 * the response, at most once a minute.
 * @throws {AuthError} `SCIM_UNAUTHORIZED`, `SCIM_READ_ONLY_TOKEN`, `TOO_MANY_REQUESTS`
 */
export async function authenticate(context: RequestContext, isWrite: boolean): Promise<ScimConnectionRow> {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(context.header("authorization") ?? "") ?? [];
  if (!isToken(token)) return refuse("SCIM_UNAUTHORIZED");
  const found = await context.db.findOne(tokenTable, {
    where: { token: hashToken(token) },
    join: { connection: { table: connectionTable, on: { id: "connectionId" }, required: true } },
  });
  if (!found?.connection.enabled || !isValid(found, context.now())) return refuse("SCIM_UNAUTHORIZED");
  await enforceRateLimit(context, "scim", found.id, limit);
  recordUse(context, found, found.connection);
  if (isWrite && found.readOnly) refuse("SCIM_READ_ONLY_TOKEN");
  return found.connection;
}

function isValid({ expiresAt, graceUntil }: ScimTokenRow, now: Date): boolean {
  return (expiresAt === null || expiresAt > now) && (graceUntil === null || graceUntil > now);
}

function recordUse(context: RequestContext, token: ScimTokenRow, connection: ScimConnectionRow): void {
  const now = context.now();
  const { lastUsedAt } = token;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < lastUsePrecision) return;
  context.afterResponse(async () => {
    await context.db.update(tokenTable, { where: { id: token.id }, set: { lastUsedAt: now } });
    await context.db.update(connectionTable, { where: { id: connection.id }, set: { lastRequestAt: now } });
  });
}
