/** Sign-in with GitHub, or with an Enterprise server of one's own. */

import type { Profile, ProfileSource, SocialProvider } from "../provider.ts";
import {
  type Fields,
  readFlag,
  readImage,
  readName,
  readNumericSubject,
  readObject,
  readPart,
  readText,
  standardScope,
} from "./fields.ts";
import { type ConfidentialOptions, checkBase, checkConfidential } from "./options.ts";

export interface GithubOptions extends ConfidentialOptions {
  /** Of an Enterprise server (`https://github.example.com`) or a tenant (`https://example.ghe.com`). */
  readonly enterpriseBaseUrl?: string | undefined;
}

export function github(options: GithubOptions): SocialProvider {
  checkConfidential("github", options);
  const base = checkBase("github", "enterpriseBaseUrl", options.enterpriseBaseUrl ?? "https://github.com");
  const api = apiOf(base);
  return {
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
      normalize: standardScope,
    },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const headers = { accept: "application/vnd.github+json" };
      const raw = readObject(await source.fetchJson(`${api}/user`, { headers }), "GitHub's profile");
      const id = readNumericSubject(raw.id);
      const chosen = chooseAddress(readText(raw.email), await fetchAddresses(source, api));
      return {
        id,
        name: readName(raw.name, raw.login),
        email: readText(chosen.email),
        emailVerified: readFlag(chosen.verified),
        image: readImage(raw.avatar_url),
        raw,
      };
    },
  };
}

function apiOf(base: string): string {
  if (base === "https://github.com") return "https://api.github.com";
  const { hostname } = new URL(base);
  return hostname.endsWith(".ghe.com") ? `https://api.${hostname}` : `${base}/api/v3`;
}

/** Empty where GitHub refuses: an app may lack the permission, and people can sign in all the same. */
async function fetchAddresses(source: ProfileSource, api: string): Promise<readonly Fields[]> {
  const headers = { accept: "application/vnd.github+json" };
  const answer = await source.fetchJson(`${api}/user/emails`, { headers }).catch(() => null);
  return Array.isArray(answer) ? answer.map(readPart).filter(({ email }) => readText(email) !== null) : [];
}

/** The profile's address proves nothing by itself, so the list comes first; the flag is always the chosen one's own. */
function chooseAddress(shown: string | null, addresses: readonly Fields[]): Fields {
  const isShown = ({ email }: Fields) => shown !== null && readText(email)?.toLowerCase() === shown.toLowerCase();
  return (
    addresses.find(({ primary, verified }) => readFlag(primary) && readFlag(verified)) ??
    addresses.find(isShown) ??
    (shown === null ? undefined : { email: shown }) ??
    addresses.find(({ primary }) => readFlag(primary)) ??
    addresses[0] ?? { email: null }
  );
}
