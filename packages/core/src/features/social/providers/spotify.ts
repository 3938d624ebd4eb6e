/** Sign-in with Spotify. */

import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { readImage, readName, readObject, readPart, readSubject, readText } from "./fields.ts";
import { checkClient, clientAuth, parameters } from "./options.ts";

export interface SpotifyOptions extends ProviderOptions {
  /** People are asked again although they agreed before. Default: false. */
  readonly showDialog?: boolean | undefined;
  /**
   * People are known by `account_id`, which never changes, instead of `id`. Right for new apps; who switches it on later
   * loses the accounts that were made before. Default: false.
   */
  readonly useAccountId?: boolean | undefined;
}

export function spotify(options: SpotifyOptions): SocialProvider {
  checkClient("spotify", options);
  return {
    id: "spotify",
    name: "Spotify",
    options,
    authorization: {
      endpoint: "https://accounts.spotify.com/authorize",
      scopes: ["user-read-email"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
      parameters: parameters({ show_dialog: options.showDialog || undefined }),
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
        // Whatever the person typed.
        emailVerified: false,
        image: readImage(readPart(picture).url),
        raw,
      };
    },
  };
}
