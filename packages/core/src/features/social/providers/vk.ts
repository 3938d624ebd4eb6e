/** Sign-in with VK ID. */

import { randomBytes, randomToken } from "../../../crypto/random.ts";
import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { joinNames, readImage, readNumericSubject, readObject, readText } from "./profile-fields.ts";
import { checkBaseURL, checkChoice, checkClient, definedParameters } from "./provider-options.ts";

/** Languages of VK's pages, for `langId`. */
export const vkLanguages = { RUS: 0, UKR: 1, ENG: 3, SPA: 4, GERMAN: 6, POL: 15, FRA: 16, TURKEY: 82 } as const;

/** Options for VK ID. */
export interface VkOptions extends ProviderOptions {
  /** The language of VK's page, one of {@link vkLanguages}. */
  readonly langId?: (typeof vkLanguages)[keyof typeof vkLanguages] | undefined;
  /** The color scheme of VK's page. */
  readonly scheme?: "light" | "dark" | undefined;
  /** Base URL of VK ID. Default: `https://id.vk.ru`. */
  readonly baseUrl?: string | undefined;
}

/**
 * Creates a provider for sign-in with VK ID.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.vk.clientId`
 */
export function vk(options: VkOptions): ConfiguredProvider {
  const [clientId] = checkClient("vk", options);
  checkChoice("vk", "langId", options.langId, Object.values(vkLanguages));
  checkChoice("vk", "scheme", options.scheme, ["light", "dark"]);
  const base = checkBaseURL("vk", "baseUrl", options.baseUrl ?? "https://id.vk.ru");
  return defineBuiltIn({
    id: "vk",
    name: "VK",
    options,
    authorization: {
      endpoint: `${base}/authorize`,
      scopes: ["email"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
      parameters: definedParameters({ lang_id: options.langId, scheme: options.scheme }),
    },
    token: {
      endpoint: `${base}/oauth2/auth`,
      // VK uses no client secret. The PKCE verifier and the device ID are the proof.
      auth: "none",
      exchangeParameters: ({ device_id: device }) => definedParameters({ device_id: device }),
      readProviderData: ({ device_id: device }) => definedParameters({ device_id: device }),
      refreshParameters: ({ device_id: device }) =>
        definedParameters({ device_id: device, state: randomToken(randomBytes) }),
      refresh: "rotates",
    },
    // VK publishes no keys to verify its ID tokens with.
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const response = await source.fetchJson(`${base}/oauth2/user_info`, {
        method: "POST",
        anonymous: true,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ access_token: source.tokens.accessToken, client_id: clientId }).toString(),
      });
      const raw = readObject(readObject(response, "VK's response").user, "VK's profile");
      return {
        id: readNumericSubject(raw.user_id),
        name: joinNames(raw.first_name, raw.last_name),
        email: readText(raw.email),
        // `verified` is the badge.
        emailVerified: false,
        image: readImage(raw.avatar),
        raw,
      };
    },
  });
}
