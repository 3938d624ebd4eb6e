/**
 * Fetches a provider's metadata and keys, and calls its token endpoint. Only this part of sign-in uses OAuth libraries.
 */

import type { JWTVerifyGetKey } from "jose";
import type { AuthorizationServer, ClientAuth } from "oauth4webapi";
import { toBase64, utf8 } from "../../crypto/encoding.ts";
import type { AuthContext } from "../../kernel/context.ts";
import { type BoundedFetch, boundedFetch, defaultTimeoutMs } from "../../kernel/fetch.ts";
import { checkURL } from "./check-url.ts";
import { assertionAuth } from "./client-assertion.ts";
import type { Connection } from "./connection.ts";
import { type IdTokenVerifier, verifyIdToken } from "./id-token.ts";
import type { SocialProvider } from "./provider.ts";
import { exchangeCode, exchangeRefreshToken, type TokenClient } from "./token-exchange.ts";

/** Creates the `fetch` for a provider's servers. */
export type ConnectionFetch = (context: AuthContext) => BoundedFetch;

/** @param fetch used for all of the provider's servers. Default: one for servers that the app has configured */
export function createConnection(provider: SocialProvider, fetch?: ConnectionFetch): Connection {
  const insecure = provider.allowInsecure === true;
  let discovered: { readonly server: AuthorizationServer; readonly until: number } | null = null;
  let keys: { readonly uri: string; readonly get: JWTVerifyGetKey } | null = null;
  const client: TokenClient & IdTokenVerifier = {
    provider,
    clientIds: [provider.options.clientId].flat() as [string, ...string[]],
    fetch: fetch ?? ((context) => boundedFetch(context, { allowHttp: insecure })),
    async server(context) {
      if (provider.discovery === undefined) return buildDeclaredServer(provider);
      const now = context.now().getTime();
      if (discovered && now < discovered.until) return discovered.server;
      try {
        const server = await discover(provider, provider.discovery, client.fetch(context));
        discovered = { server, until: now + discoveryMaxAge };
      } catch (error) {
        if (!discovered) throw error;
        // Sign-in with hour-old metadata is better than no sign-in.
        context.log.warn("Couldn't refresh a discovery document", { provider: provider.id, error });
        discovered = { ...discovered, until: now + discoveryRetryDelay };
      }
      return discovered.server;
    },
    /**
     * Fetched on first use and cached for ten minutes. An unknown key triggers another fetch, at most every 30 seconds.
     */
    async keys(context) {
      const uri = (await client.server(context)).jwks_uri;
      if (!uri) throw new Error(`${provider.id}: the provider's metadata has no jwks_uri.`);
      if (keys?.uri === uri) return keys.get;
      const { createRemoteJWKSet, customFetch } = await import("jose");
      const send = client.fetch(context);
      const get = createRemoteJWKSet(new URL(uri), {
        timeoutDuration: defaultTimeoutMs,
        cooldownDuration: 30_000,
        cacheMaxAge: 600_000,
        [customFetch]: (url: string, { headers }: { readonly headers: Headers }) => send(url, { headers }),
      });
      keys = { uri, get };
      return get;
    },
    authenticate: (context) => clientAuth(provider, client.clientIds[0], context),
  };
  return {
    provider,
    clientIds: client.clientIds,
    fetch: client.fetch,
    server: client.server,
    exchangeCode: (context, exchange) => exchangeCode(context, client, exchange),
    exchangeRefreshToken: (context, exchange) => exchangeRefreshToken(context, client, exchange),
    verifyIdToken: (context, rules, token, expected) => verifyIdToken(context, client, rules, token, expected),
  };
}

/** How long a discovery document is cached, in milliseconds. */
const discoveryMaxAge = 3_600_000;
const discoveryRetryDelay = 60_000;

function buildDeclaredServer({ id, authorization, token, idToken }: SocialProvider): AuthorizationServer {
  return {
    // Providers with several issuers or none get a placeholder, so the issuer isn't compared with the response.
    issuer: typeof idToken?.issuer === "string" ? idToken.issuer : `urn:${id}`,
    authorization_endpoint: authorization.endpoint,
    token_endpoint: token.endpoint,
    ...(idToken ? { jwks_uri: idToken.jwksUri } : {}),
  };
}

/**
 * @throws {Error} if the document names a different issuer, or users can't be sent to its authorization endpoint. Only
 *   the app decides which issuers to trust (OpenID Discovery, 4.3).
 */
async function discover(provider: SocialProvider, url: string, send: BoundedFetch): Promise<AuthorizationServer> {
  const { processDiscoveryResponse } = await import("oauth4webapi");
  const issuer = provider.idToken?.issuer;
  if (typeof issuer !== "string")
    throw new Error(`${provider.id}: discovery requires exactly one issuer. Set idToken.issuer to a string.`);
  const server = await processDiscoveryResponse(
    new URL(issuer),
    await send(url, { headers: provider.discoveryHeaders ?? {} }),
  );
  if (server.issuer !== issuer) {
    throw new Error(`${provider.id}: the discovery document names the issuer "${server.issuer}", not "${issuer}".`);
  }
  const { authorization_endpoint: endpoint } = server;
  if (endpoint !== undefined) {
    checkURL(`${provider.id}: the discovered authorization endpoint`, endpoint, provider.allowInsecure === true);
  }
  return server;
}

async function clientAuth(provider: SocialProvider, clientId: string, context: AuthContext): Promise<ClientAuth> {
  const { ClientSecretPost, None } = await import("oauth4webapi");
  const { auth, clientIdParameter, clientSecret, privateKey } = provider.token;
  if (auth === "private_key_jwt" && privateKey) return assertionAuth(privateKey, context.now());
  const secret = clientSecret ? await clientSecret(context.now()) : provider.options.clientSecret;
  if (auth === "client_secret_basic" && secret !== undefined) {
    const credentials = toBase64(utf8(`${formEncode(clientId)}:${formEncode(secret)}`));
    return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${credentials}`);
  }
  if (clientIdParameter !== undefined) {
    return (_server, _client, body) => {
      body.set(clientIdParameter, clientId);
      if (auth !== "none" && secret !== undefined) body.set("client_secret", secret);
    };
  }
  return auth === "none" || secret === undefined ? None() : ClientSecretPost(secret);
}

/**
 * Form-encodes credentials (RFC 6749, section 2.3.1). Some providers don't decode characters that forms leave
 * unencoded.
 */
function formEncode(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
