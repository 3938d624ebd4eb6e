/** Sign-in with X, formerly Twitter. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { readImage, readName, readObject, readOptionalObject, readSubject, readText } from "./profile-fields.ts";
import { checkClient, clientAuth } from "./provider-options.ts";

/** Options for X, formerly Twitter. */
export interface TwitterOptions extends ProviderOptions {
  /** Whether to use the profile image in its original size instead of 48 by 48 pixels. Default: false. */
  readonly fullSizeImage?: boolean | undefined;
}

/**
 * Creates a provider for sign-in with X, formerly Twitter.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.twitter.clientId`
 */
export function twitter(options: TwitterOptions): ConfiguredProvider {
  checkClient("twitter", options);
  return defineBuiltIn({
    id: "twitter",
    name: "Twitter (X)",
    options,
    authorization: {
      endpoint: "https://x.com/i/oauth2/authorize",
      // Reading the profile requires `tweet.read`.
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
      const me = readObject(await source.fetchJson(userURL("profile_image_url,verified")), "X's response");
      const data = readObject(me.data, "X's profile");
      const id = readSubject(data.id);
      const email = await fetchEmail(source, id);
      const image = readImage(data.profile_image_url);
      return {
        id,
        name: readName(data.name, data.username),
        email,
        // X only shares confirmed emails. `verified` is the badge.
        emailVerified: email !== null,
        image: options.fullSizeImage ? (image?.replace(/_normal(?=\.\w+$)/, "") ?? null) : image,
        raw: { ...data, ...(email !== null && { confirmed_email: email }) },
      };
    },
  });
}

function userURL(fields: string): string {
  return `https://api.x.com/2/users/me?${new URLSearchParams({ "user.fields": fields })}`;
}

/** A separate call, because without the email permission the whole profile request would fail. */
async function fetchEmail(source: ProfileSource, id: string): Promise<string | null> {
  const me = await source.fetchJson(userURL("confirmed_email")).catch(() => null);
  const data = readOptionalObject(readOptionalObject(me).data);
  return data.id === id ? readText(data.confirmed_email) : null;
}
