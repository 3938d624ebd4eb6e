/** Endpoints to list and revoke a user's trusted devices. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  input,
  listTokens,
  readSignedCookie,
  recordAudit,
  requireSession,
  revokeTokensOfKind,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { TwoFactorCalls } from "../contract.ts";
import { trustedDevicesOutput } from "../outputs.ts";
import { clearTrustCookie, trustCookie, trustSubject, trustToken } from "./trust.ts";

/** Lists the user's trusted devices, most recently used first. */
export const listTrustedDevices: EndpointOf<TwoFactorCalls["listTrustedDevices"]> = defineEndpoint({
  method: "GET",
  path: "/two-factor/list-trusted-devices",
  summary: "List trusted devices",
  output: trustedDevicesOutput,
  guards: [requireSession],
  queryBudget: 2,
  async handle(_, context) {
    const presented = readSignedCookie(context, trustCookie);
    const devices = await listTokens(context.db, context, trustToken, {
      subject: trustSubject(context.user),
      presented,
    });
    return devices.map(({ id, isPresented, createdAt, updatedAt, expiresAt, data }) => ({
      id,
      current: isPresented,
      createdAt,
      lastUsedAt: updatedAt,
      expiresAt,
      ipAddress: data.ipAddress,
      userAgent: data.userAgent,
    }));
  },
});

/** Revokes one of the user's trusted devices. The response doesn't reveal whether it existed. */
export const revokeTrustedDevice: EndpointOf<TwoFactorCalls["revokeTrustedDevice"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/revoke-trusted-device",
  summary: "Revoke a trusted device",
  changes: ["trustedDevices"],
  input: input.object({ id: input.id }),
  output: statusResponse,
  guards: [requireSession, denyImpersonation],
  queryBudget: 2,
  async handle({ id }, context) {
    const { db, user } = context;
    await db.transaction(async (tx) => {
      const ended = await revokeTokensOfKind(tx, [trustToken], { userId: user.id, id });
      const entry = { action: "two-factor.trust.revoke", actorId: user.id, userId: user.id };
      if (ended > 0) await recordAudit(tx, context, entry);
    });
    return { status: true };
  },
});

/** Revokes all of the user's trusted devices. */
export const revokeTrustedDevices: EndpointOf<TwoFactorCalls["revokeTrustedDevices"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/revoke-trusted-devices",
  summary: "Revoke all trusted devices",
  changes: ["trustedDevices"],
  output: statusResponse,
  guards: [requireSession, denyImpersonation],
  queryBudget: 2,
  async handle(_, context) {
    const { db, user } = context;
    await db.transaction(async (tx) => {
      const ended = await revokeTokensOfKind(tx, [trustToken], { userId: user.id });
      const entry = { action: "two-factor.trust.revoke-all", actorId: user.id, userId: user.id, data: { ended } };
      if (ended > 0) await recordAudit(tx, context, entry);
    });
    clearTrustCookie(context);
    return { status: true };
  },
});
