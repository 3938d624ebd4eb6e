/** The calls to look at a device's request, and to approve or deny it. RFC 8628, section 3.3. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  enforceRateLimit,
  input,
  type RateLimitRule,
  type RequestContext,
  readSession,
  recordAudit,
  releaseRateLimit,
  requireFreshSession,
} from "@latchkey/core/plugin";
import {
  date,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Shape,
  successResponse,
  text,
} from "@latchkey/core/shapes";
import { digestsOfUserCode, normalizeUserCode } from "./codes.ts";
import type { DecideDeviceInput, DeviceCalls, DeviceRequest } from "./contract.ts";
import { deviceErrorFormat, pickErrors, refuse } from "./errors.ts";
import { findByUserCode } from "./store.ts";
import { type DeviceCodeRow, deviceCodeTable } from "./tables.ts";

const requestOutput: Shape<DeviceRequest> = object<DeviceRequest>({
  user_code: text,
  status: oneOf("pending", "approved", "denied"),
  client_id: optional(text),
  client_name: optional(text),
  scope: optional(text),
  resource: optional(list(text)),
  requested: optional(object({ ip: nullable(text), agent: nullable(text), at: date })),
});

const codeInput = input.text({ min: 1, max: 64 });

/** How many codes one user can try per minute. */
const perUser: RateLimitRule = { window: 60, max: 5 };

const wrongCodes = "device-code-wrong";

/** How many wrong codes all callers together can enter per minute. */
const wrongInAll: RateLimitRule = { window: 60, max: 50 };

/**
 * Returns the request with this user code. Doesn't write anything, so that a link or an image can't decide for the
 * user.
 */
export const getDeviceRequest: EndpointOf<DeviceCalls["getDeviceRequest"]> = defineEndpoint({
  method: "GET",
  path: "/device",
  summary: "Look up a device's request by the user's code",
  input: input.object({ user_code: codeInput }),
  output: requestOutput,
  errors: pickErrors("invalid_request", "expired_token"),
  errorFormat: deviceErrorFormat,
  rateLimit: perUser,
  queryBudget: 2,
  async handle({ user_code: code }, context) {
    const active = context.isServerCall ? null : await readSession(context);
    if (active) await enforceRateLimit(context, "device-code", active.user.id, perUser);
    const row = await countWrong(context, () => findByUserCode(context, code));
    if (!row) return refuse("invalid_request", "Invalid user code");
    if (row.expiresAt <= context.now()) return refuse("expired_token");
    context.reply.setHeader("cache-control", "no-store");
    const shown = { user_code: normalizeUserCode(code), status: row.status };
    return active ? { ...shown, ...detailsOf(row) } : shown;
  },
});

function detailsOf(row: DeviceCodeRow): Omit<DeviceRequest, "user_code" | "status"> {
  return {
    client_id: row.clientId,
    ...(row.clientName === null ? {} : { client_name: row.clientName }),
    ...(row.scope === null ? {} : { scope: row.scope }),
    ...(row.resources === null ? {} : { resource: row.resources }),
    requested: { ip: row.requestIp, agent: row.requestAgent, at: row.createdAt },
  };
}

/** Signs the device in as the caller, with the proofs of the caller's session. */
export const approveDevice: EndpointOf<DeviceCalls["approveDevice"]> = decision("approve");

/** Denies a request. */
export const denyDevice: EndpointOf<DeviceCalls["denyDevice"]> = decision("deny");

function decision(verb: "approve" | "deny"): EndpointOf<DeviceCalls["approveDevice"]> {
  return defineEndpoint({
    method: "POST",
    path: `/device/${verb}`,
    summary: verb === "approve" ? "Approve a device's request" : "Deny a device's request",
    input: input.object<DecideDeviceInput>({ userCode: codeInput }),
    output: successResponse,
    guards: [requireFreshSession, denyImpersonation],
    errors: pickErrors("invalid_request", "expired_token"),
    errorFormat: deviceErrorFormat,
    rateLimit: perUser,
    queryBudget: 2,
    async handle({ userCode }, context) {
      const { user, session } = context;
      await enforceRateLimit(context, "device-code", user.id, perUser);
      const { id: userId, epoch: userEpoch } = user;
      const { id: sessionId, proofs, verifiedEmail } = session;
      const approval = { status: "approved", userId, userEpoch, sessionId, proofs, verifiedEmail } as const;
      const set = verb === "approve" ? approval : ({ status: "denied", userId } as const);
      const isPending = { userCode: { in: digestsOfUserCode(context, userCode) }, status: "pending" } as const;
      const where = { ...isPending, expiresAt: { gt: context.now() } };
      const action = verb === "approve" ? "device-sign-in.approve" : "device-sign-in.deny";
      const decided = await countWrong(context, () =>
        context.db.transaction(async (tx) => {
          if ((await tx.update(deviceCodeTable, { where, set })) === 0) return null;
          await recordAudit(tx, context, { action, actorId: userId, userId });
          return true;
        }),
      );
      return decided ? { success: true } : explain(context, userCode);
    },
  });
}

/** Throws the error that explains why a request can't be decided. Sends one more query. @throws {AuthError} */
async function explain(context: RequestContext, userCode: string): Promise<never> {
  const row = await findByUserCode(context, userCode);
  if (row && row.expiresAt <= context.now()) return refuse("expired_token");
  return refuse("invalid_request", row ? "Device code already processed" : "Invalid user code");
}

/** Looks up a code and counts it if it's wrong, so that guesses from many addresses share a limit. */
async function countWrong<T>(context: RequestContext, find: () => Promise<T | null>): Promise<T | null> {
  await enforceRateLimit(context, wrongCodes, "", wrongInAll);
  const found = await find();
  if (found !== null) await releaseRateLimit(context, wrongCodes, "", wrongInAll);
  return found;
}
