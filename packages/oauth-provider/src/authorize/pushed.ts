/**
 * `/oauth2/par`. Clients send a request directly to the server, and the browser sends only a reference to it. RFC 9126.
 */

import { randomToken } from "@latchkey/core/crypto";
import {
  consumeToken,
  defineEndpoint,
  defineTokenKind,
  type EndpointOf,
  input,
  issueTokenWithSecret,
  type RequestContext,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import { number, object, type Shape, text } from "@latchkey/core/shapes";
import type { PushedRequest } from "../call-types.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import { findRequestingClient, isDocumentId } from "../clients/documents.ts";
import { isRegisteredRedirect } from "../clients/redirects.ts";
import type { OAuthProviderCalls } from "../contract.ts";
import { readProof } from "../dpop.ts";
import { isOAuthError, oauthErrors, refuse } from "../errors.ts";
import { issuerOf } from "../issuer.ts";
import type { ProviderSettings } from "../options.ts";
import { protocol } from "../protocol.ts";
import type { OAuthClientRow } from "../tables.ts";
import { readHint } from "./hint.ts";
import {
  AuthorizationError,
  type AuthorizationRequest,
  type RawParameters,
  readParameter,
  readRequest,
} from "./request.ts";

/** A request, and the subject that the client expects. */
export interface PushedData {
  readonly request: AuthorizationRequest;
  readonly expectedSubject: string | null;
}

/** Pushed requests. */
export const pushedKind: TokenKind<PushedData> = defineTokenKind<PushedData>({
  name: "oauth-par",
  expiresIn: 90,
  form: "given",
});

const prefix = "urn:ietf:params:oauth:request_uri:";

const pushedOutput: Shape<PushedRequest> = object<PushedRequest>({ request_uri: text, expires_in: number });

/** Checks and stores a request. */
export function pushedEndpoint(settings: ProviderSettings): EndpointOf<OAuthProviderCalls["oauth2PushRequest"]> {
  return defineEndpoint({
    ...protocol,
    method: "POST",
    path: "/oauth2/par",
    summary: "Push an authorization request",
    input: input.openObject({}),
    output: pushedOutput,
    errors: oauthErrors,
    rateLimit: { window: 60, max: 60 },
    queryBudget: 8,
    async handle(raw: RawParameters, context) {
      const read = (name: string) => readParameter(raw, name);
      const clientId = read("client_id");
      if (clientId !== undefined && isDocumentId(clientId)) await findRequestingClient(context, settings, clientId);
      const client = await authenticateClient(context, settings, {
        client_id: clientId,
        client_secret: read("client_secret"),
        client_assertion: read("client_assertion"),
        client_assertion_type: read("client_assertion_type"),
      });
      if (read("request_uri") !== undefined) refuse("invalid_request", "request_uri can't be pushed");
      const data = await convertErrors(async () => {
        const request = await readRequest(context, settings, client, raw);
        return { request, expectedSubject: await readHint(context, client.clientId, read("id_token_hint")) };
      });
      const thumbprint = await readProof(context, { method: "POST", url: `${issuerOf(context)}/oauth2/par` });
      const { dpopKey } = data.request;
      if (thumbprint !== null && dpopKey !== null && thumbprint !== dpopKey) refuse("invalid_dpop_proof");
      const bound = { ...data, request: { ...data.request, dpopKey: dpopKey ?? thumbprint } };
      const secret = randomToken(context.random);
      const token = issueTokenWithSecret(context, pushedKind, secret, { subject: client.clientId, data: bound });
      await storeToken(context.db, token);
      context.reply.successStatus = 201;
      return { request_uri: prefix + secret, expires_in: pushedKind.expiresIn };
    },
  });
}

async function convertErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    return refuse(isOAuthError(error.code) ? error.code : "invalid_request", error.message);
  }
}

/**
 * Consumes a request that the client pushed, so that it can be used only once. One query. Ignores other parameters.
 * @throws {AuthError} `invalid_request_uri` if there's no such request of this client
 */
export async function takePushed(context: RequestContext, client: OAuthClientRow, uri: string): Promise<PushedData> {
  const secret = uri.startsWith(prefix) ? uri.slice(prefix.length) : "";
  const found = await consumeToken(context.db, context, pushedKind, secret, client.clientId);
  if (!found || !isRegisteredRedirect(client, found.data.request.redirectUri)) return refuse("invalid_request_uri");
  return found.data;
}
