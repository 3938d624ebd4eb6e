/** Sign-in with Zoom. */

import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { joinName, readImage, readName, readObject, readSubject, readText, standardError } from "./fields.ts";
import { checkClient, clientAuth } from "./options.ts";

export interface ZoomOptions extends ProviderOptions {
  /** Default: true. */
  readonly pkce?: boolean | undefined;
}

export function zoom(options: ZoomOptions): SocialProvider {
  checkClient("zoom", options);
  return {
    id: "zoom",
    name: "Zoom",
    options,
    authorization: {
      endpoint: "https://zoom.us/oauth/authorize",
      // They are chosen where the app is registered.
      scopes: [],
      scopeParameter: null,
      pkce: options.pkce ?? true,
      nonce: false,
      loginHintParameter: null,
    },
    token: {
      endpoint: "https://zoom.us/oauth/token",
      auth: clientAuth(options, "client_secret_basic"),
      refresh: "rotates",
      normalize: (answer) => standardError(answer, answer.error, answer.reason ?? answer.error_description),
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const url = `${apiOf(source.tokens.raw.api_url)}/v2/users/me`;
      const raw = readObject(await source.fetchJson(url), "Zoom's profile");
      return {
        id: readSubject(raw.id),
        name: readName(raw.display_name, joinName(raw.first_name, raw.last_name)),
        email: readText(raw.email),
        emailVerified: raw.verified === 1,
        image: readImage(raw.pic_url),
        raw,
      };
    },
  };
}

/** People's data lies in their region. The token goes to hosts of Zoom alone, whatever the answer names. */
function apiOf(named: unknown): string {
  if (typeof named === "string" && URL.canParse(named)) {
    const { protocol, host, origin } = new URL(named);
    if (protocol === "https:" && host.endsWith(".zoom.us")) return origin;
  }
  return "https://api.zoom.us";
}
