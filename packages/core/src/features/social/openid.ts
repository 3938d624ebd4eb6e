/** Any OpenID provider, by its issuer. OpenID Connect Discovery 1.0. */

import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "./provider.ts";

/** Options of `openidProvider`. */
export interface OpenIDProviderOptions extends ProviderOptions {
  /** Names the account and the callback path. Default: made of the issuer's host. */
  readonly id?: string;
  /** As people know it. Default: the issuer's host. */
  readonly name?: string;
  /**
   * Exactly as the provider writes it: `https://login.example.com`. Its discovery document is read; what it says counts
   * only if it names this issuer.
   */
  readonly issuer: string;
  /** How the app says who it is. Default: `client_secret_basic`. */
  readonly tokenEndpointAuthMethod?: "client_secret_basic" | "client_secret_post";
  /** How id tokens may be signed. Default: `RS256`, `PS256`, `ES256` and `EdDSA`. */
  readonly idTokenAlgorithms?: readonly string[];
  /** Asks every time, for one. Sent with the person to the provider. */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /** An issuer with plain http. Only for development and tests: refused in production. */
  readonly allowInsecureIssuer?: boolean;
}

/**
 * An OpenID provider. It goes into the option `providers`. Its endpoints come from the issuer's discovery document.
 * @throws {Error} an issuer that is no URL, or not https
 */
export function openidProvider(options: OpenIDProviderOptions): SocialProvider {
  const { issuer, allowInsecureIssuer: insecure = false } = options;
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const secure = url?.protocol === "https:" || (insecure && url?.protocol === "http:");
  if (!url || !secure || url.search || url.hash || url.username || url.password) {
    throw new Error(`openidProvider: issuer is "${issuer}": give the https URL that the provider names.`);
  }
  return {
    id: options.id ?? url.hostname.replaceAll(".", "-"),
    name: options.name ?? url.hostname,
    options,
    discovery: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    ...(insecure ? { allowInsecure: true } : {}),
    authorization: {
      endpoint: "",
      scopes: ["openid", "profile", "email"],
      pkce: true,
      nonce: true,
      ...(options.authorizationParameters ? { parameters: options.authorizationParameters } : {}),
    },
    token: {
      endpoint: "",
      auth: options.tokenEndpointAuthMethod ?? "client_secret_basic",
      refresh: "may-rotate",
    },
    idToken: {
      issuer,
      jwksUri: "",
      algorithms: options.idTokenAlgorithms ?? ["RS256", "PS256", "ES256", "EdDSA"],
      nonce: "exact",
      direct: true,
    },
    missingEmail: "reject",
    fetchProfile,
  };
}

/** The id token says who it is; what it leaves out is asked of the userinfo endpoint (OpenID Connect Core, 5.3). */
async function fetchProfile({ claims, tokens, userinfoEndpoint, fetchJson }: ProfileSource): Promise<Profile> {
  const userinfo = userinfoEndpoint && tokens.accessToken !== "" ? await fetchJson(userinfoEndpoint) : null;
  const told = (userinfo ?? {}) as Readonly<Record<string, unknown>>;
  const subject = claims?.sub ?? told.sub;
  if (typeof subject !== "string" || subject === "") throw new Error("The provider names nobody.");
  if (userinfo !== null && told.sub !== subject) throw new Error("The userinfo is about somebody else.");
  const raw = { ...claims, ...told };
  // The flag and the address it stands beside come from one place.
  const { email, email_verified: verified } = typeof told.email === "string" ? told : (claims ?? {});
  return {
    id: subject,
    name: textOf(raw.name) ?? textOf(raw.preferred_username) ?? "",
    email: textOf(email),
    emailVerified: verified === true,
    image: textOf(raw.picture),
    raw,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
