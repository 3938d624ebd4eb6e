/** Sign-in with TikTok, which never gives an address. */

import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { readImage, readName, readObject, readPart, readSubject, readText, standardScope } from "./fields.ts";
import { type AddresslessOptions, checkChoice, checkConfidential, missingEmail, refuse } from "./options.ts";

export interface TiktokOptions extends Omit<AddresslessOptions, "clientId"> {
  /** What TikTok has instead of a client id. */
  readonly clientKey: string;
  readonly clientSecret: string | undefined;
  /** `hex`: for registrations as a desktop app, which want a PKCE challenge in a form of their own. Default: `off`. */
  readonly pkce?: "off" | "hex" | undefined;
}

export function tiktok({ clientKey, ...others }: TiktokOptions): SocialProvider {
  if (!readText(clientKey)) refuse("tiktok", "clientKey", "is missing: give the client key of the registration.");
  const options = { ...others, clientId: clientKey } satisfies ProviderOptions;
  checkConfidential("tiktok", options);
  checkChoice("tiktok", "pkce", options.pkce, ["off", "hex"]);
  return {
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
      readCode: decode,
      normalize({ refresh_expires_in: seconds, ...answer }) {
        return standardScope(seconds === undefined ? answer : { ...answer, refresh_token_expires_in: seconds });
      },
    },
    idToken: null,
    missingEmail: missingEmail("tiktok", options),
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const answer = readObject(await source.fetchJson(addressFor(source.tokens.scopes)), "TikTok's answer");
      const { code = "ok" } = readPart(answer.error);
      if (code !== "ok") throw new Error("TikTok refused to give the profile.", { cause: answer.error });
      const raw = readObject(readPart(answer.data).user, "TikTok's profile");
      return {
        id: readSubject(raw.open_id),
        name: readName(raw.display_name, raw.username),
        email: null,
        emailVerified: false,
        image: readImage(raw.avatar_large_url) ?? readImage(raw.avatar_url),
        raw,
      };
    },
  };
}

/** A field whose scope was not granted makes the whole call fail. */
function addressFor(scopes: readonly string[]): string {
  const fields = ["open_id", "union_id", "avatar_url", "avatar_large_url", "display_name"];
  if (scopes.includes("user.info.profile")) fields.push("username");
  return `https://open.tiktokapis.com/v2/user/info/?${new URLSearchParams({ fields: fields.join(",") })}`;
}

/** Codes come escaped once more than others do. */
function decode(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
