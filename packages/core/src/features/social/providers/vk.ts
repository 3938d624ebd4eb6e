/** Sign-in with VK ID. */

import { randomBytes, randomToken } from "../../../crypto/random.ts";
import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { joinName, readImage, readNumericSubject, readObject, readText } from "./fields.ts";
import { checkBase, checkChoice, checkClient, parameters } from "./options.ts";

/** Languages of VK's pages, as `langId` takes them. */
export const vkLanguages = { RUS: 0, UKR: 1, ENG: 3, SPA: 4, GERMAN: 6, POL: 15, FRA: 16, TURKEY: 82 } as const;

export interface VkOptions extends ProviderOptions {
  /** Language of VK's page, one of {@link vkLanguages}. */
  readonly langId?: (typeof vkLanguages)[keyof typeof vkLanguages] | undefined;
  /** Colours of VK's page. */
  readonly scheme?: "light" | "dark" | undefined;
  /** Default: `https://id.vk.ru`. */
  readonly baseUrl?: string | undefined;
}

export function vk(options: VkOptions): SocialProvider {
  const [clientId] = checkClient("vk", options);
  checkChoice("vk", "langId", options.langId, Object.values(vkLanguages));
  checkChoice("vk", "scheme", options.scheme, ["light", "dark"]);
  const base = checkBase("vk", "baseUrl", options.baseUrl ?? "https://id.vk.ru");
  return {
    id: "vk",
    name: "VK",
    options,
    authorization: {
      endpoint: `${base}/authorize`,
      scopes: ["email"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
      parameters: parameters({ lang_id: options.langId, scheme: options.scheme }),
    },
    token: {
      endpoint: `${base}/oauth2/auth`,
      // VK takes no secret: the PKCE verifier and the device are the proof.
      auth: "none",
      exchangeParameters: ({ device_id: device }) => parameters({ device_id: device }),
      keep: ({ device_id: device }) => parameters({ device_id: device }),
      refreshParameters: ({ device_id: device }) => parameters({ device_id: device, state: randomToken(randomBytes) }),
      refresh: "rotates",
    },
    // There are no public keys to check it with.
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const answer = await source.fetchJson(`${base}/oauth2/user_info`, {
        method: "POST",
        anonymous: true,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ access_token: source.tokens.accessToken, client_id: clientId }).toString(),
      });
      const raw = readObject(readObject(answer, "VK's answer").user, "VK's profile");
      return {
        id: readNumericSubject(raw.user_id),
        name: joinName(raw.first_name, raw.last_name),
        email: readText(raw.email),
        // `verified` is the badge.
        emailVerified: false,
        image: readImage(raw.avatar),
        raw,
      };
    },
  };
}
