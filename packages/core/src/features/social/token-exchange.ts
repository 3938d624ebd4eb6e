/** Requests to the token endpoint: exchanging a code and refreshing. RFC 6749, sections 4.1.3 and 6. */

import type {
  AuthorizationServer,
  Client,
  ClientAuth,
  CustomFetchOptions,
  TokenEndpointRequestOptions,
  TokenEndpointResponse,
} from "oauth4webapi";
import { readScopes } from "../../accounts/scopes.ts";
import type { AuthContext } from "../../kernel/context.ts";
import { type BoundedFetch, userAgent } from "../../kernel/fetch.ts";
import type { CodeExchange, RefreshExchange } from "./connection.ts";
import type { CallbackParameters, ProviderTokens, SocialProvider } from "./provider.ts";

/** Inputs for requests to the token endpoint. */
export interface TokenClient {
  readonly provider: SocialProvider;
  readonly clientIds: readonly [string, ...string[]];
  fetch(context: AuthContext): BoundedFetch;
  server(context: AuthContext): Promise<AuthorizationServer>;
  /** How the app authenticates. */
  authenticate(context: AuthContext): Promise<ClientAuth>;
}

/** @throws {Error} if the callback isn't for this request (RFC 9207), or if the provider rejects the code */
export async function exchangeCode(
  context: AuthContext,
  tokenClient: TokenClient,
  { callback, state, redirectURI, codeVerifier, scopes }: CodeExchange,
): Promise<ProviderTokens> {
  const oauth = await import("oauth4webapi");
  const { provider } = tokenClient;
  const { server, client } = await resolveServerAndClient(context, tokenClient, callback.iss);
  const parameters = new URLSearchParams(omitParameters(callback, server.issuer.startsWith("urn:") ? ["iss"] : []));
  if (provider.token.readCode) parameters.set("code", provider.token.readCode(callback.code ?? ""));
  const validated = oauth.validateAuthResponse(server, client, parameters, state);
  const { options, getRaw } = await createTokenRequest(
    context,
    tokenClient,
    provider.token.exchangeParameters?.(callback) ?? {},
  );
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    await tokenClient.authenticate(context),
    validated,
    redirectURI,
    provider.authorization.pkce ? codeVerifier : oauth.nopkce,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  return readTokens(context, provider, tokens, getRaw(), scopes);
}

/** @throws {Error} if the provider doesn't respond or rejects the refresh token */
export async function exchangeRefreshToken(
  context: AuthContext,
  tokenClient: TokenClient,
  { refreshToken, providerData, scopes, redirectURI }: RefreshExchange,
): Promise<ProviderTokens> {
  const oauth = await import("oauth4webapi");
  const { provider } = tokenClient;
  const { server, client } = await resolveServerAndClient(context, tokenClient);
  const additionalParameters = provider.token.refreshParameters?.(providerData, { redirectURI, scopes }) ?? {};
  const { options, getRaw } = await createTokenRequest(context, tokenClient, additionalParameters);
  const auth = await tokenClient.authenticate(context);
  const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
  const tokens = await oauth.processRefreshTokenResponse(server, client, response);
  return readTokens(context, provider, tokens, getRaw(), scopes);
}

async function resolveServerAndClient(
  context: AuthContext,
  tokenClient: TokenClient,
  iss?: string,
): Promise<{ readonly server: AuthorizationServer; readonly client: Client }> {
  const server = await tokenClient.server(context);
  const issuer = tokenClient.provider.idToken?.issuer;
  const expectedIssuer = Array.isArray(issuer)
    ? (issuer.find((candidate) => candidate === iss) ?? issuer[0])
    : server.issuer;
  return { server: { ...server, issuer: expectedIssuer }, client: { client_id: tokenClient.clientIds[0] } };
}

/** Converts responses to the standard form. `getRaw` returns the last one as the provider's `normalize` left it. */
async function createTokenRequest(
  context: AuthContext,
  tokenClient: TokenClient,
  additionalParameters: Readonly<Record<string, string>>,
): Promise<{ readonly options: TokenEndpointRequestOptions; readonly getRaw: () => RawResponse }> {
  const { allowInsecureRequests, customFetch } = await import("oauth4webapi");
  const { provider } = tokenClient;
  const send = tokenClient.fetch(context);
  let raw: RawResponse = {};
  const options: TokenEndpointRequestOptions = {
    additionalParameters: { ...additionalParameters },
    headers: { "user-agent": userAgent, ...provider.token.headers },
    [allowInsecureRequests]: provider.allowInsecure === true,
    [customFetch]: async (url: string, { method, headers, body }: TokenRequestInit) => {
      const response = await send(url, { method, headers, body });
      raw = normalizeResponse(provider, await readResponse(response));
      const failed = !response.ok || isError(raw.error);
      return Response.json(toStandardResponse(raw), { status: failed ? failureStatus(response) : 200 });
    },
  };
  return { options, getRaw: () => raw };
}

type TokenRequestInit = CustomFetchOptions<"POST", URLSearchParams>;

type RawResponse = Readonly<Record<string, unknown>>;

async function readResponse(response: Response): Promise<RawResponse> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as RawResponse;
  } catch {
    // The error below omits the body. Error pages can be long and contain secrets.
  }
  throw new Error(`The token endpoint responded with ${response.status} and no JSON.`);
}

function normalizeResponse({ token }: SocialProvider, response: RawResponse): RawResponse {
  return token.normalize?.(response) ?? response;
}

function isError(error: unknown): boolean {
  return error !== undefined && error !== null && error !== "" && error !== false;
}

function failureStatus({ status }: Response): number {
  return status >= 400 ? status : 400;
}

/** Omits the ID token, because it has its own verification, including the signature. */
function toStandardResponse({ id_token: _, ...response }: Record<string, unknown>): RawResponse {
  const { token_type = "bearer", scope, expires_in, error, refresh_token } = response;
  const seconds = secondsOf(expires_in);
  return {
    ...response,
    token_type,
    refresh_token: refresh_token || undefined,
    scope: Array.isArray(scope) ? scope.join(" ") : typeof scope === "string" ? scope : undefined,
    expires_in: seconds ?? undefined,
    ...(isError(error) ? { error: typeof error === "string" ? error : "invalid_grant" } : { error: undefined }),
  };
}

function readTokens(
  context: AuthContext,
  { token }: SocialProvider,
  { access_token, token_type, refresh_token, expires_in, scope }: TokenEndpointResponse,
  raw: RawResponse,
  requestedScopes: readonly string[],
): ProviderTokens {
  const now = context.now().getTime();
  const after = (seconds: number | null): Date | null => (seconds === null ? null : new Date(now + seconds * 1000));
  return {
    accessToken: access_token,
    tokenType: token_type,
    refreshToken: refresh_token ?? null,
    idToken: typeof raw.id_token === "string" && raw.id_token !== "" ? raw.id_token : null,
    accessTokenExpiresAt: after(expires_in ?? token.defaultExpiresIn ?? null),
    refreshTokenExpiresAt: after(secondsOf(raw.refresh_token_expires_in ?? raw.refresh_expires_in)),
    scopes: scope === undefined ? requestedScopes : readScopes(scope),
    raw,
  };
}

/**
 * Parses a lifetime in seconds. Some providers send it as text. Returns `null` if it's missing or too large for a date.
 */
function secondsOf(value: unknown): number | null {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof seconds === "number" && seconds > 0 && seconds < 1e10 ? seconds : null;
}

function omitParameters(parameters: CallbackParameters, without: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !without.includes(name)));
}
