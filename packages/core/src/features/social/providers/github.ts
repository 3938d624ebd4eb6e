/** Sign-in with GitHub or GitHub Enterprise. */

import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource } from "../provider.ts";
import {
  type JsonObject,
  readFlag,
  readImage,
  readName,
  readNumericSubject,
  readObject,
  readOptionalObject,
  readText,
  toStandardScope,
} from "./profile-fields.ts";
import { type ConfidentialOptions, checkBaseURL, checkConfidential } from "./provider-options.ts";

/** Options for GitHub or GitHub Enterprise. */
export interface GithubOptions extends ConfidentialOptions {
  /** URL of an Enterprise server (`https://github.example.com`) or a tenant (`https://example.ghe.com`). */
  readonly enterpriseBaseUrl?: string | undefined;
}

/**
 * Creates a provider for sign-in with GitHub or GitHub Enterprise.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.github.clientId`
 */
export function github(options: GithubOptions): ConfiguredProvider {
  checkConfidential("github", options);
  const base = checkBaseURL("github", "enterpriseBaseUrl", options.enterpriseBaseUrl ?? "https://github.com");
  const api = apiURL(base);
  return defineBuiltIn({
    id: "github",
    name: "GitHub",
    options,
    authorization: {
      endpoint: `${base}/login/oauth/authorize`,
      scopes: ["read:user", "user:email"],
      pkce: true,
      nonce: false,
      loginHintParameter: "login",
    },
    token: {
      endpoint: `${base}/login/oauth/access_token`,
      auth: "client_secret_post",
      refresh: "rotates",
      normalize: toStandardScope,
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const headers = { accept: "application/vnd.github+json" };
      const raw = readObject(await source.fetchJson(`${api}/user`, { headers }), "GitHub's profile");
      const id = readNumericSubject(raw.id);
      const chosen = chooseEmail(readText(raw.email), await fetchEmails(source, api));
      return {
        id,
        name: readName(raw.name, raw.login),
        email: readText(chosen.email),
        emailVerified: readFlag(chosen.verified),
        image: readImage(raw.avatar_url),
        raw,
      };
    },
  });
}

function apiURL(base: string): string {
  if (base === "https://github.com") return "https://api.github.com";
  const { hostname } = new URL(base);
  return hostname.endsWith(".ghe.com") ? `https://api.${hostname}` : `${base}/api/v3`;
}

/** Returns an empty list if GitHub rejects the request. The app may lack the permission, and sign-in still works. */
async function fetchEmails(source: ProfileSource, api: string): Promise<readonly JsonObject[]> {
  const headers = { accept: "application/vnd.github+json" };
  const response = await source.fetchJson(`${api}/user/emails`, { headers }).catch(() => null);
  return Array.isArray(response)
    ? response.map(readOptionalObject).filter(({ email }) => readText(email) !== null)
    : [];
}

/**
 * The profile's email isn't necessarily verified, so the list comes first. The flag always belongs to the chosen email.
 */
function chooseEmail(publicEmail: string | null, emails: readonly JsonObject[]): JsonObject {
  const isPublic = ({ email }: JsonObject) =>
    publicEmail !== null && readText(email)?.toLowerCase() === publicEmail.toLowerCase();
  return (
    emails.find(({ primary, verified }) => readFlag(primary) && readFlag(verified)) ??
    emails.find(isPublic) ??
    (publicEmail === null ? undefined : { email: publicEmail }) ??
    emails.find(({ primary }) => readFlag(primary)) ??
    emails[0] ?? { email: null }
  );
}
