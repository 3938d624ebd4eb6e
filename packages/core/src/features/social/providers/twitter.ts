/** Sign-in with X, formerly Twitter. */

import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { readImage, readName, readObject, readPart, readSubject, readText } from "./fields.ts";
import { checkClient, clientAuth } from "./options.ts";

export interface TwitterOptions extends ProviderOptions {
  /** The picture in the size it was uploaded in, instead of 48 by 48. Default: false. */
  readonly fullSizeImage?: boolean | undefined;
}

export function twitter(options: TwitterOptions): SocialProvider {
  checkClient("twitter", options);
  return {
    id: "twitter",
    name: "Twitter (X)",
    options,
    authorization: {
      endpoint: "https://x.com/i/oauth2/authorize",
      // The profile cannot be read without `tweet.read`.
      scopes: ["users.read", "tweet.read", "offline.access", "users.email"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
    },
    token: {
      endpoint: "https://api.x.com/2/oauth2/token",
      auth: clientAuth(options, "client_secret_basic"),
      refresh: "rotates",
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const me = readObject(await source.fetchJson(address("profile_image_url,verified")), "X's answer");
      const data = readObject(me.data, "X's profile");
      const id = readSubject(data.id);
      const email = await fetchEmail(source, id);
      const image = readImage(data.profile_image_url);
      return {
        id,
        name: readName(data.name, data.username),
        email,
        // There is none but a confirmed one. `verified` is the badge.
        emailVerified: email !== null,
        image: options.fullSizeImage ? (image?.replace(/_normal(?=\.\w+$)/, "") ?? null) : image,
        raw: { ...data, ...(email !== null && { confirmed_email: email }) },
      };
    },
  };
}

function address(fields: string): string {
  return `https://api.x.com/2/users/me?${new URLSearchParams({ "user.fields": fields })}`;
}

/** A call of its own: without the permission for addresses, the profile would fail together with it. */
async function fetchEmail(source: ProfileSource, id: string): Promise<string | null> {
  const me = await source.fetchJson(address("confirmed_email")).catch(() => null);
  const data = readPart(readPart(me).data);
  return data.id === id ? readText(data.confirmed_email) : null;
}
