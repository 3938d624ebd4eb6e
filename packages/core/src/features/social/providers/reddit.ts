/** Sign-in with Reddit, which never shares an email. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource } from "../provider.ts";
import {
  type JsonObject,
  readImage,
  readName,
  readObject,
  readSubject,
  readText,
  toStandardError,
  unescapeHtml,
} from "./profile-fields.ts";
import {
  checkChoice,
  checkConfidential,
  definedParameters,
  failOption,
  missingEmailPolicy,
  type NoEmailOptions,
} from "./provider-options.ts";

/** Options for Reddit. */
export interface RedditOptions extends NoEmailOptions {
  readonly clientSecret: string | undefined;
  /** `permanent` requests a refresh token. Default: `temporary`. */
  readonly duration?: "temporary" | "permanent" | undefined;
  /**
   * The app's user agent, such as `web:com.example.app:1.0 (by /u/name)`. Reddit throttles apps without a unique one.
   * Default: a user agent with the client ID.
   */
  readonly userAgent?: string | undefined;
}

/**
 * Creates a provider for sign-in with Reddit.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.reddit.clientId`
 */
export function reddit(options: RedditOptions): ConfiguredProvider {
  const [clientId] = checkConfidential("reddit", options);
  checkChoice("reddit", "duration", options.duration, ["temporary", "permanent"]);
  const { userAgent = `web:${clientId}:1.0` } = options;
  if (!/^[ -~]+$/.test(userAgent))
    failOption("reddit", "userAgent", "isn't a valid header. Use only visible ASCII characters and spaces.");
  const headers = { "user-agent": userAgent };
  return defineBuiltIn({
    id: "reddit",
    name: "Reddit",
    options,
    authorization: {
      endpoint: "https://www.reddit.com/api/v1/authorize",
      scopes: ["identity"],
      pkce: false,
      nonce: false,
      loginHintParameter: null,
      parameters: definedParameters({ duration: options.duration }),
    },
    token: {
      endpoint: "https://www.reddit.com/api/v1/access_token",
      auth: "client_secret_basic",
      headers,
      refresh: "none",
      readCode: (code) => code.replace(/#_?$/, ""),
      normalize: normalizeError,
    },
    idToken: null,
    missingEmail: missingEmailPolicy("reddit", options),
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(
        await source.fetchJson("https://oauth.reddit.com/api/v1/me", { headers }),
        "Reddit's profile",
      );
      return {
        id: readSubject(readSubject(raw.id).replace(/^t2_/, "")),
        name: readName(raw.name),
        email: null,
        // `has_verified_email` is about an email that Reddit doesn't share.
        emailVerified: false,
        image: pictureURL(raw.icon_img) ?? pictureURL(raw.snoovatar_img),
        raw,
      };
    },
  });
}

/** Drops the query, which is a signature. The image loads without it. */
function pictureURL(value: unknown): string | null {
  const [address = ""] = (readText(value) ?? "").split("?");
  return readImage(unescapeHtml(address));
}

/** Reddit reports bad credentials as a number. */
function normalizeError(response: JsonObject): JsonObject {
  const { error, message } = response;
  return typeof error === "number" ? toStandardError(response, "invalid_client", message) : response;
}
