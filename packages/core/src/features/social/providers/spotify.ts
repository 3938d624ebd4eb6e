/** Sign-in with Spotify. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { readImage, readName, readObject, readOptionalObject, readSubject, readText } from "./profile-fields.ts";
import { checkClient, clientAuth, definedParameters } from "./provider-options.ts";

/** Options for Spotify. */
export interface SpotifyOptions extends ProviderOptions {
  /** Whether to show the consent page to users who have already agreed. Default: false. */
  readonly showDialog?: boolean | undefined;
  /**
   * Whether to identify users by `account_id`, which never changes, instead of `id`. Recommended for new apps. If you
   * turn it on later, accounts that are already linked are no longer recognized. Default: false.
   */
  readonly useAccountId?: boolean | undefined;
}

/**
 * Creates a provider for sign-in with Spotify.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.spotify.clientId`
 */
export function spotify(options: SpotifyOptions): ConfiguredProvider {
  checkClient("spotify", options);
  return defineBuiltIn({
    id: "spotify",
    name: "Spotify",
    options,
    authorization: {
      endpoint: "https://accounts.spotify.com/authorize",
      scopes: ["user-read-email"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
      parameters: definedParameters({ show_dialog: options.showDialog || undefined }),
    },
    token: {
      endpoint: "https://accounts.spotify.com/api/token",
      auth: clientAuth(options, "client_secret_basic"),
      refresh: "may-rotate",
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(await source.fetchJson("https://api.spotify.com/v1/me"), "Spotify's profile");
      const [picture] = Array.isArray(raw.images) ? raw.images : [];
      return {
        id: readSubject(options.useAccountId ? raw.account_id : raw.id),
        name: readName(raw.display_name, raw.id),
        email: readText(raw.email),
        // Spotify doesn't verify emails.
        emailVerified: false,
        image: readImage(readOptionalObject(picture).url),
        raw,
      };
    },
  });
}
