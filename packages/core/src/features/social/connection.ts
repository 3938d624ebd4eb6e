/** A provider as one app talks to it: its metadata, its keys, and the way to its servers. */

import type { JWTVerifyGetKey } from "jose";
import type { AuthorizationServer, ClientAuth } from "oauth4webapi";
import { toBase64, utf8 } from "../../crypto/encoding.ts";
import type { AuthContext } from "../../plugin/context.ts";
import { type BoundedFetch, boundedFetch, timeLimit } from "../../plugin/fetch.ts";
import type { SocialProvider } from "./provider.ts";

/** Made once an app and provider; keeps what was fetched. */
export interface Connection {
  readonly provider: SocialProvider;
  /** The first asks; tokens for any of them are taken. */
  readonly clientIds: readonly [string, ...string[]];
  fetch(context: AuthContext): BoundedFetch;
  /** Endpoints: declared, or from the discovery document, which is read again after an hour. */
  server(context: AuthContext): Promise<AuthorizationServer>;
  /**
   * The provider's keys: fetched when first needed, kept ten minutes, fetched again for a key that is not among them,
   * at most every half minute.
   */
  keys(context: AuthContext): Promise<JWTVerifyGetKey>;
  /** How the app says who it is to the token endpoint. */
  authenticate(context: AuthContext): Promise<ClientAuth>;
}

export function connect(provider: SocialProvider): Connection {
  const insecure = provider.allowInsecure === true;
  let discovered: { readonly server: AuthorizationServer; readonly until: number } | null = null;
  let keys: { readonly uri: string; readonly get: JWTVerifyGetKey } | null = null;
  const connection: Connection = {
    provider,
    clientIds: [provider.options.clientId].flat() as [string, ...string[]],
    fetch: (context) => boundedFetch(context, { insecure }),
    async server(context) {
      if (provider.discovery === undefined) return declared(provider);
      const now = context.now().getTime();
      if (discovered && now < discovered.until) return discovered.server;
      try {
        const server = await discover(provider, provider.discovery, connection.fetch(context));
        discovered = { server, until: now + keptFor };
      } catch (error) {
        if (!discovered) throw error;
        // What it said an hour ago is better than nobody getting in.
        context.log.warn("A discovery document could not be read again", { provider: provider.id, error });
        discovered = { ...discovered, until: now + keptOnFailure };
      }
      return discovered.server;
    },
    async keys(context) {
      const uri = (await connection.server(context)).jwks_uri;
      if (!uri) throw new Error(`${provider.id}: has no key set.`);
      if (keys?.uri === uri) return keys.get;
      const { createRemoteJWKSet, customFetch } = await import("jose");
      const send = connection.fetch(context);
      const get = createRemoteJWKSet(new URL(uri), {
        timeoutDuration: timeLimit,
        cooldownDuration: 30_000,
        cacheMaxAge: 600_000,
        [customFetch]: (url: string, { headers }: { readonly headers: Headers }) => send(url, { headers }),
      });
      keys = { uri, get };
      return get;
    },
    authenticate: (context) => clientAuth(provider, connection.clientIds[0], context),
  };
  return connection;
}

/** How long a discovery document is good, in milliseconds. */
const keptFor = 3_600_000;
const keptOnFailure = 60_000;

function declared({ id, authorization, token, idToken }: SocialProvider): AuthorizationServer {
  return {
    // Of a provider that names several issuers or none, none is compared with what comes back.
    issuer: typeof idToken?.issuer === "string" ? idToken.issuer : `urn:${id}`,
    authorization_endpoint: authorization.endpoint,
    token_endpoint: token.endpoint,
    ...(idToken ? { jwks_uri: idToken.jwksUri } : {}),
  };
}

/** @throws {Error} the document is about another issuer: nobody but the app says whom it trusts (OpenID Discovery, 4.3) */
async function discover(provider: SocialProvider, url: string, send: BoundedFetch): Promise<AuthorizationServer> {
  const { processDiscoveryResponse } = await import("oauth4webapi");
  const issuer = provider.idToken?.issuer;
  if (typeof issuer !== "string") throw new Error(`${provider.id}: discovery needs one issuer.`);
  const server = await processDiscoveryResponse(new URL(issuer), await send(url));
  if (server.issuer !== issuer) {
    throw new Error(`${provider.id}: the discovery document names the issuer "${server.issuer}", not "${issuer}".`);
  }
  return server;
}

async function clientAuth(provider: SocialProvider, clientId: string, context: AuthContext): Promise<ClientAuth> {
  const { ClientSecretPost, None } = await import("oauth4webapi");
  const { auth, clientIdParameter, clientSecret } = provider.token;
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

/** As forms do (RFC 6749, section 2.3.1): what they leave as it is, some providers would not decode. */
function formEncode(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
