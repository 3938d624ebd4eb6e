/** Sign-in with Kick. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource } from "../provider.ts";
import {
  type JsonObject,
  readFirstObject,
  readImage,
  readName,
  readNumericSubject,
  readObject,
  readText,
  toStandardError,
} from "./profile-fields.ts";
import { type ConfidentialOptions, checkConfidential } from "./provider-options.ts";

/** Options for Kick. */
export interface KickOptions extends ConfidentialOptions {}

/**
 * Creates a provider for sign-in with Kick.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.kick.clientId`
 */
export function kick(options: KickOptions): ConfiguredProvider {
  checkConfidential("kick", options);
  return defineBuiltIn({
    id: "kick",
    name: "Kick",
    options,
    authorization: {
      endpoint: "https://id.kick.com/oauth/authorize",
      scopes: ["user:read"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
    },
    token: { endpoint: "https://id.kick.com/oauth/token", auth: "client_secret_post", refresh: "rotates", normalize },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const response = readObject(await source.fetchJson("https://api.kick.com/public/v1/users"), "Kick's response");
      const raw = readFirstObject(response.data, "Kick's profile");
      return {
        id: readNumericSubject(raw.user_id),
        name: readName(raw.name),
        email: readText(raw.email),
        emailVerified: false,
        image: readImage(raw.profile_picture),
        raw,
      };
    },
  });
}

/** Kick sends errors as sentences, and sometimes sends the lifetime as text. */
function normalize(response: JsonObject): JsonObject {
  const { error, expires_in: seconds } = response;
  if (typeof error === "string")
    return toStandardError(response, error.toLowerCase().replace(/[^a-z0-9]+/g, "_"), error);
  return typeof seconds === "string" ? { ...response, expires_in: Number(seconds) } : response;
}
