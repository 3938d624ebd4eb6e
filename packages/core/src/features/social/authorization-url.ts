/** Builds the authorization URL that sends the user to the provider. RFC 6749, section 4.1.1. */

import { sha256, sha256Base64Url } from "../../crypto/digest.ts";
import { toHex } from "../../crypto/encoding.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { Connection } from "./connection.ts";
import type { CallbackPath } from "./flows.ts";
import type { SocialProvider } from "./provider.ts";
import { type AuthorizationIntent, createState, type OAuthChecks } from "./state.ts";

export interface AuthorizationInput extends Omit<AuthorizationIntent, "scopes" | "redirectURI" | "policyRevision"> {
  /** Requested in addition to the scopes of the provider and the app. */
  readonly additionalScopes: readonly string[];
  readonly loginHint: string | undefined;
  readonly callbackPath: CallbackPath;
}

/**
 * Starts a sign-in at the provider.
 *
 * @throws {Error} if the discovery document can't be fetched
 */
export async function createAuthorizationURL(
  context: RequestContext,
  connection: Connection,
  { additionalScopes, loginHint, callbackPath, ...intent }: AuthorizationInput,
): Promise<string> {
  const { provider } = connection;
  // Fetch the metadata before storing anything, because the provider may be unreachable.
  const { authorization_endpoint: endpoint } = await connection.server(context);
  if (!endpoint) throw new Error(`${provider.id}: the provider has no authorization endpoint.`);
  const scopes = requestedScopes(provider, additionalScopes);
  const redirectURI = redirectURIOf(context, provider, callbackPath);
  const policyFields = connection.policy ? { policyRevision: connection.policy.revision } : {};
  const checks = await createState(context, provider.id, { ...intent, ...policyFields, scopes, redirectURI });
  const url = new URL(endpoint);
  const parameters = authorizationParameters(connection, checks, { scopes, redirectURI, loginHint });
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
}

/** Uses the configured URL. The request's host header is used only if none is configured. */
export function redirectURIOf(
  context: RequestContext,
  { id, options }: SocialProvider,
  callbackPath: CallbackPath = "/callback",
): string {
  return options.redirectURI ?? `${context.origin}${context.settings.basePath}${callbackPath}/${id}`;
}

interface ParameterInput {
  readonly scopes: readonly string[];
  readonly redirectURI: string;
  readonly loginHint: string | undefined;
}

function authorizationParameters(
  { provider, clientIds }: Connection,
  { state, nonce, codeVerifier }: OAuthChecks,
  { scopes, redirectURI, loginHint }: ParameterInput,
): Record<string, string> {
  const { authorization } = provider;
  const { separator = " ", scopeParameter = "scope", clientIdParameter = "client_id" } = authorization;
  const { loginHintParameter = "login_hint", responseMode } = authorization;
  const hints = loginHint !== undefined && loginHintParameter !== null ? { [loginHintParameter]: loginHint } : {};
  return {
    ...authorization.parameters,
    ...hints,
    response_type: "code",
    [clientIdParameter]: clientIds[0],
    redirect_uri: redirectURI,
    state,
    ...(scopeParameter !== null && scopes.length > 0 ? { [scopeParameter]: scopes.join(separator) } : {}),
    ...(responseMode ? { response_mode: responseMode } : {}),
    ...(authorization.nonce ? { nonce } : {}),
    ...(authorization.pkce
      ? { code_challenge: codeChallenge(provider, codeVerifier), code_challenge_method: "S256" }
      : {}),
  };
}

/** S256. RFC 7636, section 4.2. */
function codeChallenge({ authorization }: SocialProvider, codeVerifier: string): string {
  return authorization.challengeEncoding === "hex" ? toHex(sha256(codeVerifier)) : sha256Base64Url(codeVerifier);
}

function requestedScopes({ authorization, options }: SocialProvider, additional: readonly string[]): readonly string[] {
  const defaults = options.disableDefaultScope ? [] : authorization.scopes;
  return [...new Set([...defaults, ...(options.scope ?? []), ...additional])];
}
