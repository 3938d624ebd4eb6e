/** Sign-in with Dropbox. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import {
  readFlag,
  readImage,
  readName,
  readObject,
  readOptionalObject,
  readSubject,
  readText,
} from "./profile-fields.ts";
import { checkChoice, checkClient, clientAuth, definedParameters } from "./provider-options.ts";

/** Options for Dropbox. */
export interface DropboxOptions extends ProviderOptions {
  /** `offline` requests a refresh token. */
  readonly accessType?: "offline" | "online" | "legacy" | undefined;
}

/**
 * Creates a provider for sign-in with Dropbox.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.dropbox.clientId`
 */
export function dropbox(options: DropboxOptions): ConfiguredProvider {
  checkClient("dropbox", options);
  checkChoice("dropbox", "accessType", options.accessType, ["offline", "online", "legacy"]);
  return defineBuiltIn({
    id: "dropbox",
    name: "Dropbox",
    options,
    authorization: {
      endpoint: "https://www.dropbox.com/oauth2/authorize",
      scopes: ["account_info.read"],
      pkce: true,
      nonce: false,
      loginHintParameter: null,
      parameters: definedParameters({ token_access_type: options.accessType }),
    },
    token: {
      endpoint: "https://api.dropboxapi.com/oauth2/token",
      auth: clientAuth(options, "client_secret_basic"),
      refresh: "none",
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      // With a content type, Dropbox would also require a body.
      const response = await source.fetchJson("https://api.dropboxapi.com/2/users/get_current_account", {
        method: "POST",
      });
      const raw = readObject(response, "Dropbox's profile");
      return {
        id: readSubject(raw.account_id),
        name: readName(readOptionalObject(raw.name).display_name),
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified),
        image: readImage(raw.profile_photo_url),
        raw,
      };
    },
  });
}
