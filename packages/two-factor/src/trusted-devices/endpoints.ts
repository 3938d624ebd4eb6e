/** Trusted devices as their user sees them: a list, and an end to one or all. */

import {
  defineEndpoint,
  type Endpoint,
  listTokens,
  readSigned,
  recordAudit,
  removeTokens,
  requireInPerson,
  requireSession,
  type StatusAnswer,
  sessionErrors,
} from "@latchkey/core";
import { statusAnswer } from "@latchkey/core/shapes";
import * as z from "zod";
import type { RevokeTrustedDeviceInput, TrustedDevice } from "../inputs.ts";
import { trustedDevicesOutput } from "../outputs.ts";
import { clearTrust, trustCookie, trustSubject, trustToken } from "./trust.ts";

/** The browsers that are trusted now, the one used last first. */
export const listTrustedDevices: Endpoint<unknown, TrustedDevice[]> = defineEndpoint({
  method: "GET",
  path: "/two-factor/list-trusted-devices",
  summary: "List the browsers that are not asked for a second factor",
  output: trustedDevicesOutput,
  guards: [requireSession],
  errors: sessionErrors,
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

const revokeInput: z.ZodType<RevokeTrustedDeviceInput> = z.object({ id: z.string().min(1).max(255) });

/** One of one's own is asked again. Says nothing about whether there was one. */
export const revokeTrustedDevice: Endpoint<RevokeTrustedDeviceInput, StatusAnswer> = defineEndpoint({
  method: "POST",
  path: "/two-factor/revoke-trusted-device",
  summary: "Ask one browser for the second factor again",
  input: revokeInput,
  output: statusAnswer,
  guards: [requireSession, requireInPerson],
  errors: sessionErrors,
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
export const revokeTrustedDevices: Endpoint<unknown, StatusAnswer> = defineEndpoint({
  method: "POST",
  path: "/two-factor/revoke-trusted-devices",
  summary: "Ask every browser for the second factor again",
  output: statusAnswer,
  guards: [requireSession, requireInPerson],
  errors: sessionErrors,
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
