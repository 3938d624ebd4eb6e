/** Sign-in with Reddit, which never gives an address. */

import type { Profile, ProfileSource, SocialProvider } from "../provider.ts";
import {
  type Fields,
  readImage,
  readName,
  readObject,
  readSubject,
  readText,
  standardError,
  unescapeHtml,
} from "./fields.ts";
import {
  type AddresslessOptions,
  checkChoice,
  checkConfidential,
  missingEmail,
  parameters,
  refuse,
} from "./options.ts";

export interface RedditOptions extends AddresslessOptions {
  readonly clientSecret: string | undefined;
  /** `permanent` gives a refresh token. Default: `temporary`. */
  readonly duration?: "temporary" | "permanent" | undefined;
  /**
   * How the app shows itself: `web:com.example.app:1.0 (by /u/name)`. Reddit slows down those without a name of their own.
   * Default: one with the client id.
   */
  readonly userAgent?: string | undefined;
}

export function reddit(options: RedditOptions): SocialProvider {
  const [clientId] = checkConfidential("reddit", options);
  checkChoice("reddit", "duration", options.duration, ["temporary", "permanent"]);
  const { userAgent = `web:${clientId}:1.0` } = options;
  if (!/^[ -~]+$/.test(userAgent))
    refuse("reddit", "userAgent", "is no header: use visible ASCII characters and blanks.");
  const headers = { "user-agent": userAgent };
  return {
    id: "reddit",
    name: "Reddit",
    options,
    authorization: {
      endpoint: "https://www.reddit.com/api/v1/authorize",
      scopes: ["identity"],
      pkce: false,
      nonce: false,
      loginHintParameter: null,
      parameters: parameters({ duration: options.duration }),
    },
    token: {
      endpoint: "https://www.reddit.com/api/v1/access_token",
      auth: "client_secret_basic",
      headers,
      refresh: "none",
      readCode: (code) => code.replace(/#_?$/, ""),
      normalize: withError,
    },
    idToken: null,
    missingEmail: missingEmail("reddit", options),
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(
        await source.fetchJson("https://oauth.reddit.com/api/v1/me", { headers }),
        "Reddit's profile",
      );
      return {
        id: readSubject(readSubject(raw.id).replace(/^t2_/, "")),
        name: readName(raw.name),
        email: null,
        // `has_verified_email` is about an address that Reddit keeps to itself.
        emailVerified: false,
        image: pictureOf(raw.icon_img) ?? pictureOf(raw.snoovatar_img),
        raw,
      };
    },
  };
}

/** Without its query: that is a signature, and the picture is there without it. */
function pictureOf(value: unknown): string | null {
  const [address = ""] = (readText(value) ?? "").split("?");
  return readImage(unescapeHtml(address));
}

/** Bad credentials are a number. */
function withError(answer: Fields): Fields {
  const { error, message } = answer;
  return typeof error === "number" ? standardError(answer, "invalid_client", message) : answer;
}
