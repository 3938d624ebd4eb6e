/** Sign-in with TikTok, which never shares an email. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import {
  readImage,
  readName,
  readObject,
  readOptionalObject,
  readSubject,
  readText,
  toStandardScope,
} from "./profile-fields.ts";
import {
  checkChoice,
  checkConfidential,
  failOption,
  missingEmailPolicy,
  type NoEmailOptions,
} from "./provider-options.ts";

/** Options for TikTok. */
export interface TiktokOptions extends Omit<NoEmailOptions, "clientId"> {
  /** The client key, which is TikTok's name for the client ID. */
  readonly clientKey: string;
  readonly clientSecret: string | undefined;
  /** `hex` is for desktop app registrations, which require a hex-encoded PKCE challenge. Default: `off`. */
  readonly pkce?: "off" | "hex" | undefined;
}

/**
 * Creates a provider for sign-in with TikTok.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.tiktok.clientKey`
 */
export function tiktok({ clientKey, ...others }: TiktokOptions): ConfiguredProvider {
  if (!readText(clientKey)) failOption("tiktok", "clientKey", "is missing. Set it to the client key from TikTok.");
  const options = { ...others, clientId: clientKey } satisfies ProviderOptions;
  checkConfidential("tiktok", options);
  checkChoice("tiktok", "pkce", options.pkce, ["off", "hex"]);
  return defineBuiltIn({
    id: "tiktok",
    name: "TikTok",
    options,
    authorization: {
      endpoint: "https://www.tiktok.com/v2/auth/authorize/",
      scopes: ["user.info.basic"],
      separator: ",",
      clientIdParameter: "client_key",
      pkce: options.pkce === "hex",
      challengeEncoding: "hex",
      nonce: false,
      loginHintParameter: null,
    },
    token: {
      endpoint: "https://open.tiktokapis.com/v2/oauth/token/",
      auth: "client_secret_post",
      clientIdParameter: "client_key",
      refresh: "rotates",
      readCode: decodeCode,
      normalize({ refresh_expires_in: seconds, ...response }) {
        return toStandardScope(seconds === undefined ? response : { ...response, refresh_token_expires_in: seconds });
      },
    },
    idToken: null,
    missingEmail: missingEmailPolicy("tiktok", options),
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const response = readObject(await source.fetchJson(userInfoURL(source.tokens.scopes)), "TikTok's response");
      const { code = "ok" } = readOptionalObject(response.error);
      if (code !== "ok") throw new Error("TikTok didn't return the profile.", { cause: response.error });
      const raw = readObject(readOptionalObject(response.data).user, "TikTok's profile");
      return {
        id: readSubject(raw.open_id),
        name: readName(raw.display_name, raw.username),
        email: null,
        emailVerified: false,
        image: readImage(raw.avatar_large_url) ?? readImage(raw.avatar_url),
        raw,
      };
    },
  });
}

/** Requests only granted fields. One field without its scope makes the whole call fail. */
function userInfoURL(scopes: readonly string[]): string {
  const fields = ["open_id", "union_id", "avatar_url", "avatar_large_url", "display_name"];
  if (scopes.includes("user.info.profile")) fields.push("username");
  return `https://open.tiktokapis.com/v2/user/info/?${new URLSearchParams({ fields: fields.join(",") })}`;
}

/** TikTok's codes are URL-encoded twice. */
function decodeCode(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
