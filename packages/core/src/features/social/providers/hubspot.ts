/** Sign-in with HubSpot. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineProvider } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { readNumericSubject, readObject, readText } from "./profile-fields.ts";

const api = "https://api.hubapi.com/oauth/v1";

/** Creates a provider for sign-in with HubSpot, for the `providers` option. */
export function hubspot(options: ProviderOptions): ConfiguredProvider {
  return defineProvider({
    id: "hubspot",
    name: "HubSpot",
    options,
    authorization: {
      endpoint: "https://app.hubspot.com/oauth/authorize",
      scopes: ["oauth"],
      pkce: false,
      nonce: false,
      loginHintParameter: null,
    },
    token: { endpoint: `${api}/token`, auth: "client_secret_post", refresh: "none" },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile({ tokens, fetchJson }: ProfileSource): Promise<Profile> {
      const url = `${api}/access-tokens/${encodeURIComponent(tokens.accessToken)}`;
      // The response repeats the access token, which isn't part of the profile.
      const { token: _, signed_access_token: __, ...raw } = readObject(await fetchJson(url), "HubSpot's profile");
      const email = readText(raw.user);
      return {
        id: readNumericSubject(raw.user_id),
        name: email?.slice(0, email.indexOf("@")) ?? "",
        email,
        // HubSpot doesn't say whether it has verified the email.
        emailVerified: false,
        image: null,
        raw,
      };
    },
  });
}
