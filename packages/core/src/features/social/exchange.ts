/** The token endpoint: a code for tokens, a refresh token for new ones. RFC 6749, sections 4.1.3 and 6. */

import type {
  AuthorizationServer,
  Client,
  CustomFetchOptions,
  TokenEndpointRequestOptions,
  TokenEndpointResponse,
} from "oauth4webapi";
import { readScopes } from "../../accounts/scopes.ts";
import type { AuthContext } from "../../plugin/context.ts";
import { userAgent } from "../../plugin/fetch.ts";
import type { Connection } from "./connection.ts";
import type { CallbackParameters, ProviderTokens, SocialProvider } from "./provider.ts";

/** What is needed to turn a callback into tokens. */
export interface CodeExchange {
  /** As the provider sent them, `state` and `iss` among them. */
  readonly callback: CallbackParameters;
  readonly state: string;
  readonly redirectURI: string;
  readonly codeVerifier: string;
  /** Asked for; what was granted where the answer does not say. */
  readonly scopes: readonly string[];
}

/** @throws {Error} the answer is not for this request (RFC 9207), or the provider does not take the code */
export async function exchangeCode(
  context: AuthContext,
  connection: Connection,
  { callback, state, redirectURI, codeVerifier, scopes }: CodeExchange,
): Promise<ProviderTokens> {
  const oauth = await import("oauth4webapi");
  const { provider } = connection;
  const { server, client } = await parties(context, connection, callback.iss);
  const parameters = new URLSearchParams(only(callback, server.issuer.startsWith("urn:") ? ["iss"] : []));
  if (provider.token.readCode) parameters.set("code", provider.token.readCode(callback.code ?? ""));
  const checked = oauth.validateAuthResponse(server, client, parameters, state);
  const { options, answer } = await request(context, connection, provider.token.exchangeParameters?.(callback) ?? {});
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    await connection.authenticate(context),
    checked,
    redirectURI,
    provider.authorization.pkce ? codeVerifier : oauth.nopkce,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  return readTokens(context, tokens, answer(), scopes);
}

/** What a refresh starts from. */
export interface Refresh {
  readonly refreshToken: string;
  readonly kept: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
  /** That of the sign-in. */
  readonly redirectURI: string;
}

/** @throws {Error} the provider does not answer, or does not take the refresh token */
export async function exchangeRefreshToken(
  context: AuthContext,
  connection: Connection,
  { refreshToken, kept, scopes, redirectURI }: Refresh,
): Promise<ProviderTokens> {
  const oauth = await import("oauth4webapi");
  const { server, client } = await parties(context, connection);
  const further = connection.provider.token.refreshParameters?.(kept, { redirectURI, scopes }) ?? {};
  const { options, answer } = await request(context, connection, further);
  const auth = await connection.authenticate(context);
  const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
  return readTokens(context, await oauth.processRefreshTokenResponse(server, client, response), answer(), scopes);
}

async function parties(
  context: AuthContext,
  connection: Connection,
  iss?: string,
): Promise<{ readonly server: AuthorizationServer; readonly client: Client }> {
  const server = await connection.server(context);
  const issuer = connection.provider.idToken?.issuer;
  const known = Array.isArray(issuer) ? (issuer.find((one) => one === iss) ?? issuer[0]) : server.issuer;
  return { server: { ...server, issuer: known }, client: { client_id: connection.clientIds[0] } };
}

/** An answer in the standard form, whatever the provider's was; and the provider's own, for what is particular to it. */
async function request(
  context: AuthContext,
  connection: Connection,
  additionalParameters: Readonly<Record<string, string>>,
): Promise<{ readonly options: TokenEndpointRequestOptions; readonly answer: () => RawAnswer }> {
  const { allowInsecureRequests, customFetch } = await import("oauth4webapi");
  const { provider } = connection;
  const send = connection.fetch(context);
  let raw: RawAnswer = {};
  const options: TokenEndpointRequestOptions = {
    additionalParameters: { ...additionalParameters },
    headers: { "user-agent": userAgent, ...provider.token.headers },
    [allowInsecureRequests]: provider.allowInsecure === true,
    [customFetch]: async (url: string, { method, headers, body }: TokenRequestInit) => {
      const response = await send(url, { method, headers, body });
      raw = normalized(provider, await readAnswer(response));
      const failed = !response.ok || isError(raw.error);
      return Response.json(standard(raw), { status: failed ? failureStatus(response) : 200 });
    },
  };
  return { options, answer: () => raw };
}

type TokenRequestInit = CustomFetchOptions<"POST", URLSearchParams>;

type RawAnswer = Readonly<Record<string, unknown>>;

async function readAnswer(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as RawAnswer;
  } catch {
    // Said below, without what it was: pages of errors can be long, and can hold secrets.
  }
  throw new Error(`The token endpoint answered ${response.status} without JSON.`);
}

function normalized({ token }: SocialProvider, answer: RawAnswer): RawAnswer {
  return token.normalize?.(answer) ?? answer;
}

function isError(error: unknown): boolean {
  return error !== undefined && error !== null && error !== "" && error !== false;
}

function failureStatus({ status }: Response): number {
  return status >= 400 ? status : 400;
}

/** The id token is left out: it is checked by its own rules, signature and all, not by those of an answer's parts. */
function standard({ id_token: _, ...answer }: Record<string, unknown>): RawAnswer {
  const { token_type = "bearer", scope, expires_in, error, refresh_token } = answer;
  const seconds = secondsOf(expires_in);
  return {
    ...answer,
    token_type,
    refresh_token: refresh_token || undefined,
    scope: Array.isArray(scope) ? scope.join(" ") : typeof scope === "string" ? scope : undefined,
    expires_in: seconds ?? undefined,
    ...(isError(error) ? { error: typeof error === "string" ? error : "invalid_grant" } : { error: undefined }),
  };
}

function readTokens(
  context: AuthContext,
  { access_token, token_type, refresh_token, expires_in, scope }: TokenEndpointResponse,
  raw: RawAnswer,
  asked: readonly string[],
): ProviderTokens {
  const now = context.now().getTime();
  const after = (seconds: number | null): Date | null => (seconds === null ? null : new Date(now + seconds * 1000));
  return {
    accessToken: access_token,
    tokenType: token_type,
    refreshToken: refresh_token ?? null,
    idToken: typeof raw.id_token === "string" && raw.id_token !== "" ? raw.id_token : null,
    accessTokenExpiresAt: after(expires_in ?? null),
    refreshTokenExpiresAt: after(secondsOf(raw.refresh_token_expires_in ?? raw.refresh_expires_in)),
    scopes: scope === undefined ? asked : readScopes(scope),
    raw,
  };
}

/** A lifetime: some write it as text. `null` for none, and for what no date can hold. */
function secondsOf(value: unknown): number | null {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof seconds === "number" && seconds > 0 && seconds < 1e10 ? seconds : null;
}

function only(parameters: CallbackParameters, without: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !without.includes(name)));
}
