/** Queries for the `deviceCode` table. */

import type { Adapter } from "@latchkey/core/database";
import type { ApprovedDevice, AuthContext, RequestContext } from "@latchkey/core/plugin";
import { digestDeviceCode, digestsOfUserCode } from "./codes.ts";
import { refuse } from "./errors.ts";
import { type DeviceCodeRow, deviceCodeTable } from "./tables.ts";

/** Returns the request with this user code, even if it has expired. One query. */
export function findByUserCode(context: AuthContext, code: string): Promise<DeviceCodeRow | null> {
  return context.db.findOne(deviceCodeTable, { where: { userCode: { in: digestsOfUserCode(context, code) } } });
}

/**
 * How much longer the polling interval gets after each request that comes too early, in milliseconds. RFC 8628, section
 * 3.5.
 */
const slowDownBy = 5000;

/** Maximum polling interval, in milliseconds. */
const maxInterval = 120_000;

/**
 * Returns a device's request once it's approved. One query, and one or two more while it's pending. Doesn't consume the
 * code.
 *
 * @param oauthClientId the authenticated OAuth client, or `null` if the device gets a session
 * @throws {AuthError} with a code from RFC 8628, section 3.5, until the request is approved
 */
export async function findApproved(
  context: RequestContext,
  code: string,
  clientId: string,
  oauthClientId: string | null,
): Promise<ApprovedDevice> {
  const row = await context.db.findOne(deviceCodeTable, { where: { deviceCode: digestDeviceCode(code) } });
  if (row?.clientId !== clientId || row.oauthClientId !== oauthClientId) return refuse("invalid_grant");
  if (row.expiresAt <= context.now()) return refuse("expired_token");
  if (row.status === "denied") return refuse("access_denied");
  if (row.status === "pending") return poll(context, row);
  const { id, userId, userEpoch, sessionId, proofs, verifiedEmail, scope, resources, createdAt: requestedAt } = row;
  if (userId === null || userEpoch === null) return refuse("access_denied");
  const scopes = scope === null ? [] : scope.split(" ");
  const approved = { id, requestedAt, userId, userEpoch, sessionId, proofs, verifiedEmail, scopes };
  return { ...approved, resources: resources ?? [] };
}

/**
 * Counts a request for a result that isn't available yet. If concurrent requests read the same time for the last
 * request, only one of them counts as on time, even across processes.
 */
async function poll({ db, now }: RequestContext, row: DeviceCodeRow): Promise<never> {
  const { id, lastPolledAt, pollingInterval } = row;
  const time = now();
  const isDue = lastPolledAt === null || time.getTime() - lastPolledAt.getTime() >= pollingInterval;
  const onTime = { where: { id, lastPolledAt, pollingInterval }, set: { lastPolledAt: time } };
  if (isDue && (await db.update(deviceCodeTable, onTime)) > 0) return refuse("authorization_pending");
  const where = { id, pollingInterval: { lte: maxInterval - slowDownBy } };
  await db.update(deviceCodeTable, { where, set: { lastPolledAt: time, pollingInterval: { increment: slowDownBy } } });
  return refuse("slow_down");
}

/** Consumes an approved code. If several calls run concurrently, only one returns `true`. */
export async function spendApproved(db: Adapter, { id }: ApprovedDevice): Promise<boolean> {
  return (await db.remove(deviceCodeTable, { where: { id, status: "approved" } })) > 0;
}

/** Revokes the approved requests of OAuth clients. The devices then get the `access_denied` error. */
export async function revokeApproved(
  db: Adapter,
  { userId, clientId }: { readonly userId?: string; readonly clientId?: string },
): Promise<void> {
  const of = { oauthClientId: clientId ?? { ne: null }, ...(userId === undefined ? {} : { userId }) };
  await db.update(deviceCodeTable, { where: { ...of, status: "approved" }, set: { status: "denied" } });
}

/**
 * How long expired requests are kept, in milliseconds. Until then, the device and the user see that the code expired.
 */
const keepExpired = 3_600_000;

/** Deletes old requests and returns how many. */
export function removeExpiredRequests({ db, now }: AuthContext): Promise<number> {
  const before = new Date(now().getTime() - keepExpired);
  return db.remove(deviceCodeTable, { where: { expiresAt: { lt: before } } });
}
