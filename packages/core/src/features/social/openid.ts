/** Supports any OpenID Connect provider by its issuer. OpenID Connect Discovery 1.0. */

import type { ConfiguredProvider } from "./connection.ts";
import { defineProvider } from "./define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "./provider.ts";

/** Options of `openidProvider`. */
export interface OpenIDProviderOptions extends ProviderOptions {
  /** Names the account and the callback path. Default: the issuer's host with dashes instead of dots. */
  readonly id?: string;
  /** Name of the provider as users know it. Default: the issuer's host. */
  readonly name?: string;
  /**
   * The issuer exactly as the provider writes it, such as `https://login.example.com`. Its discovery document is used
   * only if it names the same issuer.
   */
  readonly issuer: string;
  /** How the app authenticates at the token endpoint. Default: `client_secret_basic`. */
  readonly tokenEndpointAuthMethod?: "client_secret_basic" | "client_secret_post";
  /** Accepted signing algorithms of ID tokens. Default: `RS256`, `PS256`, `ES256`, and `EdDSA`. */
  readonly idTokenAlgorithms?: readonly string[];
  /** Additional parameters of the authorization URL, such as `prompt`. */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /**
   * Whether to allow an issuer with plain HTTP. For development and tests only; rejected in production. Default: false.
   */
  readonly allowInsecureIssuer?: boolean;
}

/**
 * Creates an OpenID provider for the `providers` option. Its endpoints come from the issuer's discovery document.
 *
 * @throws {Error} if the issuer isn't a valid https URL
 */
export function openidProvider(options: OpenIDProviderOptions): ConfiguredProvider {
  const { issuer, allowInsecureIssuer: insecure = false } = options;
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const secure = url?.protocol === "https:" || (insecure && url?.protocol === "http:");
  if (!url || !secure || url.search || url.hash || url.username || url.password) {
    throw new Error(`openidProvider: issuer is "${issuer}". Use the https URL that the provider states as its issuer.`);
  }
  return defineProvider({
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
      allowsDirectSignIn: true,
    },
    missingEmail: "reject",
    fetchProfile,
  });
}

/** Reads the profile from the ID token and the userinfo endpoint (OpenID Connect Core, 5.3). */
async function fetchProfile({ claims, tokens, userinfoEndpoint, fetchJson }: ProfileSource): Promise<Profile> {
  const userinfo = userinfoEndpoint && tokens.accessToken !== "" ? await fetchJson(userinfoEndpoint) : null;
  const userinfoFields = (userinfo ?? {}) as Readonly<Record<string, unknown>>;
  const subject = claims?.sub ?? userinfoFields.sub;
  if (typeof subject !== "string" || subject === "") throw new Error("The provider returned no subject.");
  if (userinfo !== null && userinfoFields.sub !== subject)
    throw new Error("The userinfo response belongs to another user.");
  const raw = { ...claims, ...userinfoFields };
  // The email and its verified flag must come from the same source.
  const { email, email_verified: verified } =
    typeof userinfoFields.email === "string" ? userinfoFields : (claims ?? {});
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
