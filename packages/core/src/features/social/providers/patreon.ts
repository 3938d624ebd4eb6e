/** Sign-in with Patreon. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineProvider } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { readFlag, readImage, readName, readObject, readSubject, readText } from "./profile-fields.ts";

const fields = "email,full_name,image_url,is_email_verified";

/** Creates a provider for sign-in with Patreon, for the `providers` option. */
export function patreon(options: ProviderOptions): ConfiguredProvider {
  return defineProvider({
    id: "patreon",
    name: "Patreon",
    options,
    authorization: {
      endpoint: "https://www.patreon.com/oauth2/authorize",
      scopes: ["identity", "identity[email]"],
      pkce: false,
      nonce: false,
      loginHintParameter: null,
    },
    token: { endpoint: "https://www.patreon.com/api/oauth2/token", auth: "client_secret_post", refresh: "rotates" },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const url = `https://www.patreon.com/api/oauth2/v2/identity?${new URLSearchParams({ "fields[user]": fields })}`;
      const raw = readObject(await source.fetchJson(url), "Patreon's profile");
      const data = readObject(raw.data, "Patreon's user");
      const attributes = readObject(data.attributes, "Patreon's user");
      return {
        id: readSubject(data.id),
        name: readName(attributes.full_name),
        email: readText(attributes.email),
        emailVerified: readFlag(attributes.is_email_verified),
        image: readImage(attributes.image_url),
        raw,
      };
    },
  });
}
