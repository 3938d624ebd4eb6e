/** Sign-in with GitLab, on gitlab.com or a server of one's own. */

import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import {
  type Fields,
  readFlag,
  readName,
  readNumericSubject,
  readObject,
  readText,
  requireSameSubject,
} from "./fields.ts";
import { askedScopes, checkBase, checkClient, clientAuth } from "./options.ts";

/**
 * The profile is read from GitLab's API. Where the app asks for `openid` and not for `read_user` (with
 * `disableDefaultScope`), it is OpenID Connect's, which says whether the address is confirmed.
 */
export interface GitlabOptions extends ProviderOptions {
  /** The server, with its path if it has one. Default: `https://gitlab.com`. */
  readonly issuer?: string | undefined;
  /**
   * Addresses of confirmed users count as verified. Right for gitlab.com, and for servers that make people confirm their
   * addresses; some do not. Default: false.
   */
  readonly trustConfirmed?: boolean | undefined;
}

export function gitlab(options: GitlabOptions): SocialProvider {
  checkClient("gitlab", options);
  const issuer = checkBase("gitlab", "issuer", options.issuer ?? "https://gitlab.com");
  const scopes = ["read_user"];
  const asked = askedScopes(scopes, options);
  const usesOpenId = asked.includes("openid") && !asked.includes("read_user");
  return {
    id: "gitlab",
    name: "GitLab",
    options,
    authorization: {
      endpoint: `${issuer}/oauth/authorize`,
      scopes,
      pkce: true,
      nonce: asked.includes("openid"),
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
      direct: false,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const answer = await source.fetchJson(`${issuer}${usesOpenId ? "/oauth/userinfo" : "/api/v4/user"}`);
      const raw = readObject(answer, "GitLab's profile");
      const id = readNumericSubject(usesOpenId ? raw.sub : raw.id);
      requireSameSubject(source.claims, id);
      if (!usesOpenId) requireActive(raw);
      const isConfirmed = options.trustConfirmed === true && readText(raw.confirmed_at) !== null;
      return {
        id,
        name: readName(raw.name, raw.username, raw.nickname),
        email: readText(raw.email),
        emailVerified: readFlag(raw.email_verified) || isConfirmed,
        image: pictureOf(issuer, raw),
        raw,
      };
    },
  };
}

/** Blocked people keep their tokens for a while. */
function requireActive({ state, locked }: Fields): void {
  if (state !== "active" || locked === true) throw new Error("The user is blocked or locked at GitLab.");
}

/** A server of one's own may name it from its root. */
function pictureOf(issuer: string, raw: Fields): string | null {
  const picture = readText(raw.avatar_url ?? raw.picture);
  if (picture === null || !URL.canParse(picture, issuer)) return null;
  const { protocol, href } = new URL(picture, issuer);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
