/** Trusted devices as their user sees them: a list, and an end to one or all. */

import {
  defineEndpoint,
  type EndpointOf,
  input,
  listTokens,
  readSigned,
  recordAudit,
  removeTokens,
  requireInPerson,
  requireSession,
} from "@latchkey/core/plugin";
import { statusAnswer } from "@latchkey/core/shapes";
import type { TwoFactorCalls } from "../contract.ts";
import { trustedDevicesOutput } from "../outputs.ts";
import { clearTrust, trustCookie, trustSubject, trustToken } from "./trust.ts";

/** The browsers that are trusted now, the one used last first. */
export const listTrustedDevices: EndpointOf<TwoFactorCalls["listTrustedDevices"]> = defineEndpoint({
  method: "GET",
  path: "/two-factor/list-trusted-devices",
  summary: "List the browsers that are not asked for a second factor",
  output: trustedDevicesOutput,
  guards: [requireSession],
  statements: 2,
  async handle(_, context) {
    const presented = readSigned(context, trustCookie);
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

/** One of one's own is asked again. Says nothing about whether there was one. */
export const revokeTrustedDevice: EndpointOf<TwoFactorCalls["revokeTrustedDevice"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/revoke-trusted-device",
  summary: "Ask one browser for the second factor again",
  input: input.object({ id: input.id }),
  output: statusAnswer,
  guards: [requireSession, requireInPerson],
  statements: 2,
  async handle({ id }, context) {
    const { db, user } = context;
    await db.transaction(async (tx) => {
      const ended = await removeTokens(tx, [trustToken], { userId: user.id, id });
      const entry = { action: "two-factor.trust.revoke", actorId: user.id, userId: user.id };
      if (ended > 0) await recordAudit(tx, context, entry);
    });
    return { status: true };
  },
});

/** All of one's own are asked again. */
export const revokeTrustedDevices: EndpointOf<TwoFactorCalls["revokeTrustedDevices"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/revoke-trusted-devices",
  summary: "Ask every browser for the second factor again",
  output: statusAnswer,
  guards: [requireSession, requireInPerson],
  statements: 2,
  async handle(_, context) {
    const { db, user } = context;
    await db.transaction(async (tx) => {
      const ended = await removeTokens(tx, [trustToken], { userId: user.id });
      const entry = { action: "two-factor.trust.revoke-all", actorId: user.id, userId: user.id, data: { ended } };
      if (ended > 0) await recordAudit(tx, context, entry);
    });
    clearTrust(context);
    return { status: true };
  },
});
