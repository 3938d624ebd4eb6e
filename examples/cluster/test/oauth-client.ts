/** A client of the cluster's OAuth provider. */

import { createHash, randomBytes } from "node:crypto";
import type { TestClient } from "./test-client.ts";

const redirectUri = "https://client.test/callback";

/** Registers an OAuth client, lets the signed-in user approve it, and returns its access token. */
export async function getAccessToken(user: TestClient, origin: string, organization?: string): Promise<string> {
  const registration = { client_name: "Photos", redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };
  const { body: client } = await user.send("/oauth2/register", registration);
  const verifier = randomBytes(32).toString("base64url");
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: "openid email",
    state: "s1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(organization === undefined ? {} : { organization }),
  });
  const accept = { accept: "application/json" };
  const { body: asked } = await user.send(`/oauth2/authorize?${parameters}`, undefined, undefined, accept);
  const query = new URL(asked.url).search.slice(1);
  const { body: allowed } = await user.send("/oauth2/consent", { accept: true, oauth_query: query });
  const exchange = {
    grant_type: "authorization_code",
    client_id: client.client_id,
    code: new URL(allowed.url).searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const reply = await fetch(`${origin}/api/auth/oauth2/token`, { method: "POST", body: new URLSearchParams(exchange) });
  const { access_token: token } = (await reply.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`The token endpoint responded with ${reply.status}.`);
  return token;
}
