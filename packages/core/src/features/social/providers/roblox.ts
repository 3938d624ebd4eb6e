/** Sign-in with Roblox, which never shares an email. Many of its users are children. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource } from "../provider.ts";
import { readImage, readName, readObject, readSubject, requireSameSubject } from "./profile-fields.ts";
import {
  checkClient,
  clientAuth,
  definedParameters,
  missingEmailPolicy,
  type NoEmailOptions,
} from "./provider-options.ts";

/** Options for Roblox. */
export interface RobloxOptions extends NoEmailOptions {
  /** `none`, or one or more of `login`, `consent`, and `select_account`, separated by spaces. Default: `select_account consent`. */
  readonly prompt?: string | undefined;
}

/**
 * Creates a provider for sign-in with Roblox.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.roblox.clientId`
 */
export function roblox(options: RobloxOptions): ConfiguredProvider {
  checkClient("roblox", options);
  return defineBuiltIn({
    id: "roblox",
    name: "Roblox",
    options,
    authorization: {
      endpoint: "https://apis.roblox.com/oauth/v1/authorize",
      scopes: ["openid", "profile"],
      pkce: true,
      nonce: true,
      loginHintParameter: null,
      parameters: definedParameters({ prompt: options.prompt ?? "select_account consent" }),
    },
    token: {
      endpoint: "https://apis.roblox.com/oauth/v1/token",
      auth: clientAuth(options, "client_secret_post"),
      refresh: "rotates",
    },
    idToken: {
      // The trailing slash is required.
      issuer: "https://apis.roblox.com/oauth/",
      jwksUri: "https://apis.roblox.com/oauth/v1/certs",
      algorithms: ["ES256"],
      nonce: "exact",
      allowsDirectSignIn: false,
    },
    missingEmail: missingEmailPolicy("roblox", options),
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(await source.fetchJson("https://apis.roblox.com/oauth/v1/userinfo"), "Roblox's profile");
      const id = readSubject(raw.sub);
      requireSameSubject(source.claims, id);
      return {
        id,
        name: readName(raw.nickname, raw.name, raw.preferred_username),
        email: null,
        emailVerified: false,
        image: readImage(raw.picture),
        raw,
      };
    },
  });
}
