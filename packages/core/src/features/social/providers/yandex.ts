/** Sign-in with Yandex. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineProvider } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { type JsonObject, readName, readNumericSubject, readObject, readText } from "./profile-fields.ts";
import { clientAuth } from "./provider-options.ts";

/** Creates a provider for sign-in with Yandex, for the `providers` option. */
export function yandex(options: ProviderOptions): ConfiguredProvider {
  return defineProvider({
    id: "yandex",
    name: "Yandex",
    options,
    authorization: {
      endpoint: "https://oauth.yandex.com/authorize",
      scopes: ["login:info", "login:email", "login:avatar"],
      pkce: true,
      nonce: false,
    },
    token: {
      endpoint: "https://oauth.yandex.com/token",
      auth: clientAuth(options, "client_secret_post"),
      refresh: "may-rotate",
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const headers = { authorization: `OAuth ${source.tokens.accessToken}` };
      const response = await source.fetchJson("https://login.yandex.ru/info?format=json", { headers });
      const raw = readObject(response, "Yandex's profile");
      return {
        id: readNumericSubject(raw.id),
        name: readName(raw.display_name, raw.real_name, raw.first_name, raw.login),
        email: readText(raw.default_email),
        // Yandex doesn't say whether it has verified the email.
        emailVerified: false,
        image: pictureURL(raw),
        raw,
      };
    },
  });
}

function pictureURL({ is_avatar_empty: isEmpty, default_avatar_id: avatar }: JsonObject): string | null {
  const id = readText(avatar);
  if (isEmpty === true || id === null || !/^[\w/-]+$/.test(id)) return null;
  return `https://avatars.yandex.net/get-yapic/${id}/islands-200`;
}
