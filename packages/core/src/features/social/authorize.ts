/** The address at the provider that a person is sent to. RFC 6749, section 4.1.1. */

import { sha256 } from "../../crypto/digest.ts";
import { toHex } from "../../crypto/encoding.ts";
import type { RequestContext } from "../../plugin/context.ts";
import type { Connection } from "./connection.ts";
import type { SocialProvider } from "./provider.ts";
import { type Binding, beginState, type Wish } from "./state.ts";

export interface Authorization extends Omit<Wish, "scopes" | "redirectURI"> {
  /** Asked for on top of those of provider and app. */
  readonly furtherScopes: readonly string[];
  readonly loginHint: string | undefined;
}

/**
 * Begins a round trip to the provider.
 * @throws {Error} a discovery document that cannot be had
 */
export async function authorize(
  context: RequestContext,
  connection: Connection,
  { furtherScopes, loginHint, ...wish }: Authorization,
): Promise<string> {
  const { provider } = connection;
  // Before anything is stored: the provider may be out of reach.
  const { authorization_endpoint: endpoint } = await connection.server(context);
  if (!endpoint) throw new Error(`${provider.id}: has no authorization endpoint.`);
  const scopes = scopesOf(provider, furtherScopes);
  const redirectURI = redirectURIOf(context, provider);
  const binding = await beginState(context, provider.id, { ...wish, scopes, redirectURI });
  const url = new URL(endpoint);
  const parameters = await parametersOf(connection, binding, { scopes, redirectURI, loginHint });
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
}

/** By configuration, never by what a request says its host is, unless none is configured. */
export function redirectURIOf(context: RequestContext, { id, options }: SocialProvider): string {
  return options.redirectURI ?? `${context.origin}${context.settings.basePath}/callback/${id}`;
}

interface Wanted {
  readonly scopes: readonly string[];
  readonly redirectURI: string;
  readonly loginHint: string | undefined;
}

async function parametersOf(
  { provider, clientIds }: Connection,
  { state, nonce, codeVerifier }: Binding,
  { scopes, redirectURI, loginHint }: Wanted,
): Promise<Record<string, string>> {
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
      ? { code_challenge: await challenge(provider, codeVerifier), code_challenge_method: "S256" }
      : {}),
  };
}

async function challenge({ authorization }: SocialProvider, codeVerifier: string): Promise<string> {
  if (authorization.challengeEncoding === "hex") return toHex(sha256(codeVerifier));
  const { calculatePKCECodeChallenge } = await import("oauth4webapi");
  return calculatePKCECodeChallenge(codeVerifier);
}

function scopesOf({ authorization, options }: SocialProvider, further: readonly string[]): readonly string[] {
  const own = options.disableDefaultScope ? [] : authorization.scopes;
  return [...new Set([...own, ...(options.scope ?? []), ...further])];
}
