/** Sign-in with Zoom. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import {
  joinNames,
  readImage,
  readName,
  readObject,
  readSubject,
  readText,
  toStandardError,
} from "./profile-fields.ts";
import { checkClient, clientAuth } from "./provider-options.ts";

/** Options for Zoom. */
export interface ZoomOptions extends ProviderOptions {
  /** Whether to use PKCE. Default: true. */
  readonly pkce?: boolean | undefined;
}

/**
 * Creates a provider for sign-in with Zoom.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.zoom.clientId`
 */
export function zoom(options: ZoomOptions): ConfiguredProvider {
  checkClient("zoom", options);
  return defineBuiltIn({
    id: "zoom",
    name: "Zoom",
    options,
    authorization: {
      endpoint: "https://zoom.us/oauth/authorize",
      // Zoom takes scopes from the app's registration.
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
      normalize: (answer) => toStandardError(answer, answer.error, answer.reason ?? answer.error_description),
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const url = `${apiURL(source.tokens.raw.api_url)}/v2/users/me`;
      const raw = readObject(await source.fetchJson(url), "Zoom's profile");
      return {
        id: readSubject(raw.id),
        name: readName(raw.display_name, joinNames(raw.first_name, raw.last_name)),
        email: readText(raw.email),
        emailVerified: raw.verified === 1,
        image: readImage(raw.pic_url),
        raw,
      };
    },
  });
}

/** User data is stored per region. Sends the token only to Zoom's hosts, no matter what the response says. */
function apiURL(claimed: unknown): string {
  if (typeof claimed === "string" && URL.canParse(claimed)) {
    const { protocol, host, origin } = new URL(claimed);
    if (protocol === "https:" && host.endsWith(".zoom.us")) return origin;
  }
  return "https://api.zoom.us";
}
