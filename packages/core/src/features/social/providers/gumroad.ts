/** Sign-in with Gumroad. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineProvider } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { readImage, readName, readObject, readSubject, readText } from "./profile-fields.ts";

/** Creates a provider for sign-in with Gumroad, for the `providers` option. */
export function gumroad(options: ProviderOptions): ConfiguredProvider {
  return defineProvider({
    id: "gumroad",
    name: "Gumroad",
    options,
    authorization: {
      endpoint: "https://gumroad.com/oauth/authorize",
      scopes: ["view_profile"],
      pkce: false,
      nonce: false,
      loginHintParameter: null,
    },
    token: { endpoint: "https://api.gumroad.com/oauth/token", auth: "client_secret_post", refresh: "may-rotate" },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(await source.fetchJson("https://api.gumroad.com/v2/user"), "Gumroad's profile");
      const user = readObject(raw.user, "Gumroad's user");
      return {
        id: readSubject(user.user_id),
        name: readName(user.name),
        email: readText(user.email),
        // Gumroad doesn't say whether it has verified the email.
        emailVerified: false,
        image: readImage(user.profile_url),
        raw,
      };
    },
  });
}
