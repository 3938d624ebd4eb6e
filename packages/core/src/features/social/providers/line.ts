/**
 * Sign-in with LINE. Its ID tokens for web apps are signed with the client secret, so LINE itself has to verify them.
 */

import type { ConfiguredProvider } from "../connection.ts";
import { defineProvider } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { type JsonObject, readImage, readName, readObject, readSubject, readText } from "./profile-fields.ts";
import { clientAuth } from "./provider-options.ts";

const api = "https://api.line.me/oauth2/v2.1";

/** Creates a provider for sign-in with LINE, for the `providers` option. */
export function line(options: ProviderOptions): ConfiguredProvider {
  return defineProvider({
    id: "line",
    name: "LINE",
    options,
    authorization: {
      endpoint: "https://access.line.me/oauth2/v2.1/authorize",
      scopes: ["openid", "profile", "email"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
    },
    token: { endpoint: `${api}/token`, auth: clientAuth(options, "client_secret_post"), refresh: "none" },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(await source.fetchJson(`${api}/userinfo`), "LINE's profile");
      const id = readSubject(raw.sub);
      return {
        id,
        name: readName(raw.name),
        email: await fetchEmail(source, options, id),
        // Users can enter any email at LINE.
        emailVerified: false,
        image: readImage(raw.picture),
        raw,
      };
    },
  });
}

/**
 * Returns the email, which only the ID token has. `null` if the token can't be verified, for example because it
 * expired.
 */
async function fetchEmail(
  { tokens, fetchJson }: ProfileSource,
  { clientId }: ProviderOptions,
  subject: string,
): Promise<string | null> {
  const client = [clientId].flat()[0];
  if (tokens.idToken === null || client === undefined) return null;
  const body = new URLSearchParams({ id_token: tokens.idToken, client_id: client, user_id: subject }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  try {
    const claims: JsonObject = readObject(
      await fetchJson(`${api}/verify`, { method: "POST", headers, body, anonymous: true }),
      "LINE's ID token",
    );
    return claims.sub === subject && claims.aud === client ? readText(claims.email) : null;
  } catch {
    return null;
  }
}
