/** `/oauth2/token`. RFC 6749, section 3.2. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { number, object, oneOf, optional, type Shape, text } from "@latchkey/core/shapes";
import type { TokenInput, TokenResponse } from "../call-types.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import { allowsGrant } from "../clients/store.ts";
import { recordUse } from "../clients/unused.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { readProof } from "../dpop.ts";
import { oauthErrors, refuse } from "../errors.ts";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { clientFields, deviceGrantType, oneOrMore, protocol } from "../protocol.ts";
import { exchangeClientCredentials } from "./client-credentials.ts";
import { exchangeCode } from "./code-grant.ts";
import { exchangeDeviceCode } from "./device-grant.ts";
import { exchangeRefreshToken } from "./refresh-grant.ts";

const tokenOutput: Shape<TokenResponse> = object<TokenResponse>({
  access_token: text,
  token_type: oneOf("Bearer", "DPoP"),
  expires_in: number,
  expires_at: number,
  scope: text,
  refresh_token: optional(text),
  id_token: optional(text),
});

const exchanges = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  client_credentials: exchangeClientCredentials,
  [deviceGrantType]: exchangeDeviceCode,
} as const;

const secret = input.rawText({ max: 1024 });

/** Exchanges a code, a refresh token, or the client's own credentials for tokens. */
export function tokenEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2Token"]> {
  const { invalid_request, invalid_client, invalid_grant, unauthorized_client } = oauthErrors;
  const { unsupported_grant_type, invalid_scope, invalid_target, invalid_dpop_proof } = oauthErrors;
  const { authorization_pending, slow_down, expired_token, access_denied } = oauthErrors;
  const forDevices = {
    authorization_pending,
    slow_down,
    expired_token,
    access_denied: { ...access_denied, status: 400 },
  };
  const forClients = { invalid_request, invalid_client, invalid_grant, unauthorized_client };
  return defineEndpoint({
    ...protocol,
    method: "POST",
    path: "/oauth2/token",
    summary: "Get tokens",
    input: input.object<TokenInput>({
      ...clientFields,
      grant_type: input.text({ min: 1 }),
      code: input.optional(secret),
      redirect_uri: input.optional(input.text({ max: 2048 })),
      code_verifier: input.optional(input.rawText({ max: 128 })),
      refresh_token: input.optional(secret),
      device_code: input.optional(secret),
      scope: input.optional(input.text({ max: 4096 })),
      resource: input.optional(oneOrMore),
    }),
    output: tokenOutput,
    errors: { ...forClients, ...forDevices, unsupported_grant_type, invalid_scope, invalid_target, invalid_dpop_proof },
    rateLimit: { window: 60, max: 60 },
    queryBudget: 10,
    async handle(given, context) {
      const client = await authenticateClient(context, settings, given);
      const { grant_type: type } = given;
      const exchange = Object.hasOwn(exchanges, type) ? exchanges[type as keyof typeof exchanges] : undefined;
      if (!exchange) refuse("unsupported_grant_type");
      if (!allowsGrant(client, type)) refuse("unauthorized_client");
      const confirmation = await readProof(context, { method: "POST", url: `${issuerOf(context)}/oauth2/token` });
      // The client relies on the binding, so no token is better than one without it.
      if (client.dpopBoundAccessTokens && confirmation === null) refuse("invalid_dpop_proof");
      const response = await exchange(context, settings, client, { ...given, confirmation });
      await recordUse(context, client);
      return response;
    },
  });
}
