/** Endpoints to list and forget known devices. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  input,
  recordAudit,
  requireSession,
  tokenTable,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { StepUpCalls } from "../contract.ts";
import { devicesOutput } from "../outputs.ts";
import { type DeviceData, knownDeviceToken, ownIdentifier } from "./known.ts";

/** Lists the user's known devices. */
export const listKnownDevices: EndpointOf<StepUpCalls["listKnownDevices"]> = defineEndpoint({
  method: "GET",
  path: "/devices/list",
  summary: "List known devices",
  output: devicesOutput,
  guards: [requireSession],
  queryBudget: 2,
  async handle(_, context) {
    const userId = context.user.id;
    const own = ownIdentifier(context, userId);
    const rows = await context.db.findMany(tokenTable, {
      where: { userId, kind: knownDeviceToken.name, expiresAt: { gt: context.now() } },
      orderBy: [{ column: "updatedAt", direction: "desc" }],
      limit: 100,
    });
    return rows.map(({ id, identifier, value, updatedAt }) => {
      const { label, ipAddress, sessionId = null } = value as DeviceData;
      return { id, current: identifier === own, label, lastUsedAt: updatedAt, ipAddress, sessionId };
    });
  },
});

/**
 * Forgets one of the user's known devices. The row is kept as expired until the next cleanup, so that the user doesn't
 * count as new.
 */
export const forgetKnownDevice: EndpointOf<StepUpCalls["forgetKnownDevice"]> = defineEndpoint({
  method: "POST",
  path: "/devices/forget",
  summary: "Forget a known device",
  changes: ["knownDevices"],
  input: input.object({ id: input.id }),
  output: statusResponse,
  guards: [requireSession, denyImpersonation],
  queryBudget: 2,
  async handle({ id }, context) {
    const userId = context.user.id;
    await context.db.transaction(async (tx) => {
      const now = context.now();
      const where = { id, userId, kind: knownDeviceToken.name, expiresAt: { gt: now } };
      const forgotten = await tx.update(tokenTable, { where, set: { expiresAt: now } });
      if (forgotten > 0) await recordAudit(tx, context, { action: "device.delete", actorId: userId, userId });
    });
    return { status: true };
  },
});
