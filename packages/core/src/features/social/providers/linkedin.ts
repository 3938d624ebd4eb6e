/** Sign-in with LinkedIn. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource } from "../provider.ts";
import {
  joinNames,
  readFlag,
  readImage,
  readName,
  readObject,
  readSubject,
  readText,
  requireSameSubject,
  toStandardScope,
} from "./profile-fields.ts";
import { type ConfidentialOptions, checkConfidential } from "./provider-options.ts";

/** Options for LinkedIn. */
export interface LinkedinOptions extends ConfidentialOptions {}

/**
 * Creates a provider for sign-in with LinkedIn.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.linkedin.clientId`
 */
export function linkedin(options: LinkedinOptions): ConfiguredProvider {
  checkConfidential("linkedin", options);
  return defineBuiltIn({
    id: "linkedin",
    name: "LinkedIn",
    options,
    authorization: {
      endpoint: "https://www.linkedin.com/oauth/v2/authorization",
      scopes: ["profile", "email", "openid"],
      pkce: false,
      // LinkedIn doesn't repeat the nonce in the token.
      nonce: false,
    },
    token: {
      endpoint: "https://www.linkedin.com/oauth/v2/accessToken",
      auth: "client_secret_post",
      refresh: "none",
      // Older responses don't include the token type.
      normalize: (response) =>
        toStandardScope("access_token" in response ? { token_type: "Bearer", ...response } : response),
    },
    idToken: {
      issuer: ["https://www.linkedin.com/oauth", "https://www.linkedin.com"],
      jwksUri: "https://www.linkedin.com/oauth/openid/jwks",
      algorithms: ["RS256"],
      nonce: "none",
      allowsDirectSignIn: false,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(await source.fetchJson("https://api.linkedin.com/v2/userinfo"), "LinkedIn's profile");
      const id = readSubject(raw.sub);
      requireSameSubject(source.claims, id);
      return {
        id,
        name: readName(raw.name, joinNames(raw.given_name, raw.family_name)),
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified),
        image: readImage(raw.picture),
        raw,
      };
    },
  });
}
