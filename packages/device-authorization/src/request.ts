/** `/device/code`, where a device requests to be signed in. RFC 8628, section 3.1. */

import { randomId } from "@latchkey/core/crypto";
import {
  type AuthorizedDeviceClient,
  callerOf,
  defineEndpoint,
  type EndpointOf,
  findService,
  input,
  type RequestContext,
} from "@latchkey/core/plugin";
import { number, object, optional, type Shape, text } from "@latchkey/core/shapes";
import { digestDeviceCode, digestUserCode, generateDeviceCode, generateUserCode } from "./codes.ts";
import type { DeviceCalls, DeviceCode, RequestDeviceCodeInput } from "./contract.ts";
import { deviceErrorFormat, pickErrors, refuse } from "./errors.ts";
import type { DeviceSettings } from "./options.ts";
import { deviceCodeTable } from "./tables.ts";

const codeOutput: Shape<DeviceCode> = object<DeviceCode>({
  device_code: text,
  user_code: text,
  verification_uri: text,
  verification_uri_complete: optional(text),
  expires_in: number,
  interval: number,
});

/** Starts a request. */
export function requestDeviceCode(settings: DeviceSettings): EndpointOf<DeviceCalls["requestDeviceCode"]> {
  return defineEndpoint({
    method: "POST",
    path: "/device/code",
    summary: "Start a device sign-in",
    input: input.object<RequestDeviceCodeInput>({
      client_id: input.optional(input.text({ max: 255 })),
      client_secret: input.optional(input.rawText({ max: 512 })),
      client_assertion: input.optional(input.rawText({ max: 16_384 })),
      client_assertion_type: input.optional(input.text()),
      scope: input.optional(input.text({ max: 1024 })),
      resource: input.optional(
        input.convert(
          input.either(input.text({ max: 2048 }), input.list(input.text({ max: 2048 }), { max: 20 })),
          (value) => [value].flat(),
        ),
      ),
    }),
    output: codeOutput,
    errors: pickErrors("invalid_request", "invalid_client", "unauthorized_client", "invalid_scope", "invalid_target"),
    acceptsForm: true,
    originCheck: "exempt",
    cors: "any-origin",
    errorFormat: deviceErrorFormat,
    rateLimit: { window: 60, max: 20 },
    queryBudget: 2,
    async handle(given, context) {
      const client = await authorizeClient(context, settings, given);
      const { expiresIn, interval } = settings;
      const now = context.now();
      const [deviceCode, userCode] = [generateDeviceCode(context, settings), generateUserCode(context, settings)];
      const { ipAddress, userAgent } = callerOf(context);
      await context.db.insert(deviceCodeTable, {
        id: randomId(context.random),
        deviceCode: digestDeviceCode(deviceCode),
        userCode: digestUserCode(context, userCode),
        expiresAt: new Date(now.getTime() + expiresIn * 1000),
        status: "pending",
        pollingInterval: interval * 1000,
        clientId: client.clientId,
        clientName: client.name,
        scope: client.scopes.length === 0 ? null : client.scopes.join(" "),
        resources: client.resources.length === 0 ? null : client.resources,
        oauthClientId: client.isOAuth ? client.clientId : null,
        requestIp: ipAddress,
        requestAgent: userAgent,
        createdAt: now,
      });
      context.reply.setHeader("cache-control", "no-store");
      const page = new URL(settings.verificationUri, context.origin);
      const complete = new URL(page);
      complete.searchParams.set("user_code", userCode);
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page.href,
        ...(settings.requireTypedCode ? {} : { verification_uri_complete: complete.href }),
        expires_in: expiresIn,
        interval,
      };
    },
  });
}

interface RequestingClient extends AuthorizedDeviceClient {
  /** Whether the OAuth provider issues its tokens. */
  readonly isOAuth: boolean;
}

/** Finds the client among the app's own, which takes no query, and then among the OAuth provider's. */
async function authorizeClient(
  context: RequestContext,
  { clients }: DeviceSettings,
  given: RequestDeviceCodeInput,
): Promise<RequestingClient> {
  const { client_id: clientId, scope = "", resource = [] } = given;
  const scopes = [...new Set(scope.split(" ").filter((word) => word !== ""))];
  const own = clientId === undefined ? undefined : clients.get(clientId);
  if (clientId !== undefined && own) {
    if (own.scopes && !scopes.every((word) => own.scopes?.includes(word))) refuse("invalid_scope");
    if (resource.length > 0) refuse("invalid_target");
    return { clientId, name: own.name.slice(0, 255), scopes, resources: [], isOAuth: false };
  }
  const provider = findService(context, "deviceClients");
  if (provider)
    return { ...(await provider.authorize(context, given, { scopes, resources: resource })), isOAuth: true };
  return clientId === undefined ? refuse("invalid_request", "client_id is required") : refuse("invalid_client");
}
