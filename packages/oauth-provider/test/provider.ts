/** Starts an app that is an OAuth provider, with a client and a user. */

import { randomBytes } from "node:crypto";
import { admin } from "@latchkey/admin";
import type { Plugin } from "@latchkey/core";
import { sha256Base64Url } from "@latchkey/core/crypto";
import { type JwtOptions, jwt } from "@latchkey/jwt";
import { startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import type { CreateClientInput } from "../src/call-types.ts";
import type { OAuthProviderOptions } from "../src/options.ts";
import { oauthProvider } from "../src/plugin.ts";

export const issuer = `${testOrigin}/api/auth`;
export const redirectUri = "https://client.test/callback";

/** Returns a PKCE pair. */
export function pkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: sha256Base64Url(verifier) };
}

/** Runs something several times concurrently. */
export const times = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, run));

/** Avoids RSA keys, which take a long time to create. */
const fastKeys: JwtOptions = { jwks: { keyPairConfigs: [{ alg: "ES256" }] } };

export async function startProvider<const More extends readonly Plugin[] = readonly []>(
  options: Partial<OAuthProviderOptions> = {},
  authOptions: object = {},
  keys = fastKeys,
  more: More = [] as readonly Plugin[] as More,
) {
  const provider = oauthProvider({ loginPage: "/sign-in", consentPage: "/consent", ...options });
  const app = await startAuth({ plugins: [jwt(keys), admin(), provider, ...more], ...authOptions });
  const ann = app.browser();
  const { body } = await ann.signUp("ann@example.com");
  app.clock.advance(1);

  const createClient = (more: CreateClientInput = {}) =>
    app.auth.api.createOAuthClient({ body: { client_name: "Photos", redirect_uris: [redirectUri], ...more } });

  const send = async (path: string, parameters: Record<string, string> | URLSearchParams, headers = {}) => {
    const request = new Request(`${issuer}${path}`, {
      method: "POST",
      body: new URLSearchParams(parameters),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
    const response = await app.auth.handler(request);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };

  /** Opens the authorization endpoint, and returns the URL that the browser is redirected to. */
  const authorize = async (parameters: Record<string, string>, browser: TestBrowser = ann): Promise<URL> => {
    const reply = await browser.get(`/oauth2/authorize?${new URLSearchParams(parameters)}`);
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`The request got a ${reply.status}.`);
    return new URL(location);
  };

  const consent = async (page: URL, more: object = {}, browser: TestBrowser = ann): Promise<URL> => {
    const reply = await browser.post("/oauth2/consent", { accept: true, oauth_query: page.search.slice(1), ...more });
    if (reply.status !== 200) throw new Error(String(reply.body.code));
    return new URL(String(reply.body.url));
  };

  const parametersOf = (clientId: string, challenge: string, more: Record<string, string> = {}) => ({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "openid profile email offline_access",
    state: "s1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...more,
  });

  /** Signs in to a client with consent, and returns the code and the other input for its exchange. */
  const getCode = async (client: { client_id: string }, more: Record<string, string> = {}) => {
    const { verifier, challenge } = pkce();
    const first = await authorize(parametersOf(client.client_id, challenge, more));
    const final = first.pathname === "/consent" ? await consent(first) : first;
    const code = final.searchParams.get("code");
    if (code === null) throw new Error(`There's no code: ${final}`);
    return { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  };

  const basic = ({ client_id, client_secret = "" }: { client_id: string; client_secret?: string }) => ({
    authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
  });

  /** Signs in to a client and returns its tokens. */
  const getTokens = async (
    client: { client_id: string; client_secret?: string },
    more: Record<string, string> = {},
  ) => {
    const reply = await send("/oauth2/token", await getCode(client, more), basic(client));
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    return reply.body as { access_token: string; refresh_token: string; id_token: string; scope: string };
  };

  const userInfo = async (token: string) => {
    const request = new Request(`${issuer}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    const response = await app.auth.handler(request);
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    };
  };

  const refresh = (client: { client_id: string; client_secret?: string }, token: string, more = {}) =>
    send("/oauth2/token", { grant_type: "refresh_token", refresh_token: token, ...more }, basic(client));

  return {
    ...app,
    ann,
    annId: body.user.id,
    createClient,
    send,
    authorize,
    consent,
    parametersOf,
    getCode,
    getTokens,
    userInfo,
    refresh,
    basic,
  };
}
