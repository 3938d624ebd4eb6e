/** `/device/token`, which gives the device its session. RFC 8628, sections 3.4 and 3.5. */

import {
  type ApprovedDevice,
  AuthError,
  type CreatedSession,
  createSession,
  defineEndpoint,
  delegatedProofs,
  type EndpointOf,
  input,
  type RequestContext,
  StaleUserError,
} from "@latchkey/core/plugin";
import { literal, number, object, type Shape, text } from "@latchkey/core/shapes";
import { type DeviceCalls, type DeviceToken, type DeviceTokenInput, deviceGrantType } from "./contract.ts";
import { deviceErrorFormat, pickErrors, refuse } from "./errors.ts";
import { findApproved, spendApproved } from "./store.ts";

/** The sign-in method of the new session. */
export const deviceMethod = "device";

const tokenOutput: Shape<DeviceToken> = object<DeviceToken>({
  access_token: text,
  token_type: literal("Bearer"),
  expires_in: number,
  scope: text,
});

/**
 * Returns a session once the user has approved. If several requests with the same code run concurrently, only one gets
 * it.
 */
export const getDeviceToken: EndpointOf<DeviceCalls["getDeviceToken"]> = defineEndpoint({
  method: "POST",
  path: "/device/token",
  summary: "Get a device's session",
  input: input.object<DeviceTokenInput>({
    grant_type: input.literal(deviceGrantType),
    device_code: input.rawText({ min: 1, max: 255 }),
    client_id: input.text({ min: 1, max: 255 }),
  }),
  output: tokenOutput,
  errors: pickErrors("authorization_pending", "slow_down", "expired_token", "access_denied", "invalid_grant"),
  acceptsForm: true,
  // The response is meant for a device. In a browser, it would also sign the browser in.
  originCheck: "always",
  errorFormat: deviceErrorFormat,
  rateLimit: { window: 60, max: 60 },
  queryBudget: 6,
  async handle({ device_code: code, client_id: clientId }, context) {
    const approved = await findApproved(context, code, clientId, null);
    const created = await signIn(context, approved);
    if (!created) return refuse("invalid_grant");
    // The approver's proofs didn't satisfy a gate, and a device can't complete its challenge.
    if (created.kind === "challenge") return refuse("access_denied");
    context.reply.setHeader("cache-control", "no-store");
    const { session } = created.active;
    return {
      access_token: created.token,
      token_type: "Bearer",
      expires_in: Math.floor((session.expiresAt.getTime() - context.now().getTime()) / 1000),
      scope: approved.scopes.join(" "),
    };
  },
});

/**
 * Consumes the code and creates the session in one transaction, with the proofs that the approver's session had. `null`
 * if a concurrent request already consumed the code.
 */
async function signIn(context: RequestContext, approved: ApprovedDevice): Promise<CreatedSession | null> {
  const { userId: id, userEpoch: epoch, verifiedEmail, proofs } = approved;
  try {
    return await context.db.transaction(async (tx) => {
      if (!(await spendApproved(tx, approved))) return null;
      return createSession(
        context,
        {
          user: { id, epoch },
          method: deviceMethod,
          provenFactors: [],
          earlierProofs: delegatedProofs(proofs),
          verifiedEmail,
        },
        tx,
      );
    });
  } catch (error) {
    // The user was banned, or changed their password, since they approved.
    if (!(error instanceof AuthError || error instanceof StaleUserError)) throw error;
    await spendApproved(context.db, approved);
    return refuse("access_denied", undefined, { cause: error });
  }
}
