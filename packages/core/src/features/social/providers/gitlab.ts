/** Sign-in with GitLab, on gitlab.com or self-managed. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import {
  type JsonObject,
  readFlag,
  readName,
  readNumericSubject,
  readObject,
  readText,
  requireSameSubject,
} from "./profile-fields.ts";
import { checkBaseURL, checkClient, clientAuth, requestedScopes } from "./provider-options.ts";

/**
 * Options for sign-in with GitLab.
 *
 * The profile comes from GitLab's API. If the app requests `openid` without `read_user` (using `disableDefaultScope`),
 * it comes from OpenID Connect, which says whether the email is verified.
 */
export interface GitlabOptions extends ProviderOptions {
  /** The server's URL, including its path if it has one. Default: `https://gitlab.com`. */
  readonly issuer?: string | undefined;
  /**
   * Whether to treat the emails of confirmed users as verified. This is safe for gitlab.com, and for servers that
   * require users to confirm their email. Not all servers do. Default: false.
   */
  readonly trustConfirmed?: boolean | undefined;
}

/**
 * Creates a provider for sign-in with GitLab.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.gitlab.clientId`
 */
export function gitlab(options: GitlabOptions): ConfiguredProvider {
  checkClient("gitlab", options);
  const issuer = checkBaseURL("gitlab", "issuer", options.issuer ?? "https://gitlab.com");
  const scopes = ["read_user"];
  const requested = requestedScopes(scopes, options);
  const usesOpenId = requested.includes("openid") && !requested.includes("read_user");
  return defineBuiltIn({
    id: "gitlab",
    name: "GitLab",
    options,
    authorization: {
      endpoint: `${issuer}/oauth/authorize`,
      scopes,
      pkce: true,
      nonce: requested.includes("openid"),
      loginHintParameter: null,
    },
    token: {
      endpoint: `${issuer}/oauth/token`,
      auth: clientAuth(options, "client_secret_post"),
      refresh: "rotates",
      refreshParameters: (_, signIn) => (signIn ? { redirect_uri: signIn.redirectURI } : {}),
    },
    idToken: {
      issuer,
      jwksUri: `${issuer}/oauth/discovery/keys`,
      algorithms: ["RS256"],
      nonce: "exact",
      allowsDirectSignIn: false,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const response = await source.fetchJson(`${issuer}${usesOpenId ? "/oauth/userinfo" : "/api/v4/user"}`);
      const raw = readObject(response, "GitLab's profile");
      const id = readNumericSubject(usesOpenId ? raw.sub : raw.id);
      requireSameSubject(source.claims, id);
      if (!usesOpenId) requireActive(raw);
      const isConfirmed = options.trustConfirmed === true && readText(raw.confirmed_at) !== null;
      return {
        id,
        name: readName(raw.name, raw.username, raw.nickname),
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified) || isConfirmed,
        image: pictureURL(issuer, raw),
        raw,
      };
    },
  });
}

/** Blocked users keep their tokens for a while. */
function requireActive({ state, locked }: JsonObject): void {
  if (state !== "active" || locked === true) throw new Error("The user is blocked or locked at GitLab.");
}

/** Self-managed servers may return a path relative to the root. */
function pictureURL(issuer: string, raw: JsonObject): string | null {
  const picture = readText(raw.avatar_url ?? raw.picture);
  if (picture === null || !URL.canParse(picture, issuer)) return null;
  const { protocol, href } = new URL(picture, issuer);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
