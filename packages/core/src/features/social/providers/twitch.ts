/** Sign-in with Twitch. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource } from "../provider.ts";
import {
  type JsonObject,
  readFlag,
  readImage,
  readName,
  readObject,
  readSubject,
  readText,
  toStandardError,
  toStandardScope,
} from "./profile-fields.ts";
import { type ConfidentialOptions, checkConfidential } from "./provider-options.ts";

/** Options for Twitch. */
export interface TwitchOptions extends ConfidentialOptions {
  /** Claims to request in the ID token. Default: `email`, `email_verified`, `preferred_username`, and `picture`. */
  readonly claims?: readonly string[] | undefined;
}

/**
 * Creates a provider for sign-in with Twitch.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.twitch.clientId`
 */
export function twitch(options: TwitchOptions): ConfiguredProvider {
  checkConfidential("twitch", options);
  const { claims = ["email", "email_verified", "preferred_username", "picture"] } = options;
  return defineBuiltIn({
    id: "twitch",
    name: "Twitch",
    options,
    authorization: {
      endpoint: "https://id.twitch.tv/oauth2/authorize",
      scopes: ["user:read:email", "openid"],
      pkce: false,
      nonce: true,
      loginHintParameter: null,
      // Without this, the ID token contains neither email nor name.
      parameters: { claims: JSON.stringify({ id_token: Object.fromEntries(claims.map((claim) => [claim, null])) }) },
    },
    token: {
      endpoint: "https://id.twitch.tv/oauth2/token",
      auth: "client_secret_post",
      refresh: "may-rotate",
      normalize: (response) => toStandardScope(normalizeError(response)),
    },
    idToken: {
      issuer: "https://id.twitch.tv/oauth2",
      jwksUri: "https://id.twitch.tv/oauth2/keys",
      algorithms: ["RS256"],
      nonce: "exact",
      allowsDirectSignIn: false,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const response = source.claims ?? (await source.fetchJson("https://id.twitch.tv/oauth2/userinfo"));
      const raw = readObject(response, "Twitch's profile");
      return {
        id: readSubject(raw.sub),
        name: readName(raw.preferred_username),
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified),
        image: readImage(raw.picture),
        raw,
      };
    },
  });
}

/** Twitch reports errors as a status and a message. */
function normalizeError(response: JsonObject): JsonObject {
  const { status, message } = response;
  if (typeof status !== "number" || "access_token" in response) return response;
  const isGrant = /authorization code|refresh token/i.test(readText(message) ?? "");
  return toStandardError(
    response,
    isGrant ? "invalid_grant" : status === 403 ? "invalid_client" : "invalid_request",
    message,
  );
}
