/** Supports any OpenID Connect provider by its issuer. OpenID Connect Discovery 1.0. */

import { checkOptionNames, type OptionNames } from "../../kernel/option-names.ts";
import type { ConfiguredProvider } from "./connection.ts";
import { defineProvider } from "./define-provider.ts";
import type {
  AuthorizationRequest,
  EndSessionRequest,
  PrivateKeyJwk,
  Profile,
  ProfileSource,
  ProviderOptions,
  ResponseMode,
  TokenRequest,
} from "./provider.ts";
import { commonOptionNames } from "./providers/option-names.ts";

/** Options for `openidProvider`. */
export interface OpenIDProviderOptions extends ProviderOptions {
  /**
   * Identifies the provider in accounts and in the callback path. Default: the issuer's host with dashes instead of
   * dots.
   */
  readonly id?: string;
  /** The provider's name on buttons. Default: the issuer's host. */
  readonly name?: string;
  /**
   * The issuer exactly as the provider writes it, such as `https://login.example.com`. Its discovery document is used
   * only if it names the same issuer.
   */
  readonly issuer: string;
  /**
   * How the app authenticates at the token endpoint. Default: `client_secret_basic`, or `private_key_jwt` if
   * `privateKey` is set.
   */
  readonly tokenEndpointAuthMethod?: "client_secret_basic" | "client_secret_post" | "private_key_jwt";
  /** The private key for `private_key_jwt`, as a JWK with `alg`. Register its public key with the provider. */
  readonly privateKey?: PrivateKeyJwk;
  /** Accepted signing algorithms for ID tokens. Default: `RS256`, `PS256`, `ES256`, and `EdDSA`. */
  readonly idTokenAlgorithms?: readonly string[];
  /** Additional parameters for the authorization URL, such as `audience`. */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /**
   * The prompt that the provider shows to users, such as `login`, `consent`, or `select_account`. Default: the provider
   * decides.
   */
  readonly prompt?: string;
  /** `offline` requests a refresh token, if the provider supports this parameter. Default: not sent. */
  readonly accessType?: "online" | "offline";
  /** How the provider returns its response. Default: the provider decides, usually `query`. */
  readonly responseMode?: ResponseMode;
  /** Additional parameters for the request that exchanges the code for tokens. */
  readonly tokenParameters?: Readonly<Record<string, string>>;
  /** Additional parameters for requests that refresh tokens. */
  readonly refreshParameters?: Readonly<Record<string, string>>;
  /**
   * Lifetime of access tokens in seconds if the provider doesn't return it. Default: tokens are used until they fail.
   */
  readonly accessTokenExpiresIn?: number;
  /** Headers for fetching the discovery document. */
  readonly discoveryHeaders?: Readonly<Record<string, string>>;
  /**
   * The URL that signs users out of the provider. If it or `postLogoutRedirectURI` is set, `signOut` sends users there.
   * Default: the endpoint in the discovery document.
   */
  readonly endSessionEndpoint?: string;
  /** Where the provider redirects users after signing them out. Must be registered with the provider. */
  readonly postLogoutRedirectURI?: string;
  /**
   * Whether to allow an issuer with plain HTTP. Only for development and tests. Rejected in production. Default: false.
   */
  readonly allowInsecureIssuer?: boolean;
}

const optionNames: OptionNames<OpenIDProviderOptions> = {
  ...commonOptionNames,
  id: true,
  name: true,
  issuer: true,
  tokenEndpointAuthMethod: true,
  privateKey: true,
  idTokenAlgorithms: true,
  authorizationParameters: true,
  prompt: true,
  accessType: true,
  responseMode: true,
  tokenParameters: true,
  refreshParameters: true,
  accessTokenExpiresIn: true,
  discoveryHeaders: true,
  endSessionEndpoint: true,
  postLogoutRedirectURI: true,
  allowInsecureIssuer: true,
};

/**
 * Creates an OpenID provider for the `providers` option. Its endpoints come from the issuer's discovery document.
 *
 * @throws {Error} if an option is unknown or invalid, such as an issuer without https
 */
export function openidProvider(options: OpenIDProviderOptions): ConfiguredProvider {
  checkOptionNames("openidProvider", options, optionNames);
  const { issuer, allowInsecureIssuer: insecure = false } = options;
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const secure = url?.protocol === "https:" || (insecure && url?.protocol === "http:");
  if (!url || !secure || url.search || url.hash || url.username || url.password) {
    throw new Error(`openidProvider: issuer is "${issuer}". Use the https URL that the provider states as its issuer.`);
  }
  const endSession = endSessionOf(options);
  return defineProvider({
    id: options.id ?? url.hostname.replaceAll(".", "-"),
    name: options.name ?? url.hostname,
    options,
    discovery: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    ...(options.discoveryHeaders ? { discoveryHeaders: options.discoveryHeaders } : {}),
    ...(insecure ? { allowInsecure: true } : {}),
    authorization: authorizationOf(options),
    token: tokenRequestOf(options),
    ...(endSession ? { endSession } : {}),
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

function authorizationOf(options: OpenIDProviderOptions): AuthorizationRequest {
  const { authorizationParameters, prompt, accessType, responseMode } = options;
  return {
    endpoint: "",
    scopes: ["openid", "profile", "email"],
    pkce: true,
    nonce: true,
    ...(responseMode ? { responseMode } : {}),
    parameters: {
      ...authorizationParameters,
      ...(prompt === undefined ? {} : { prompt }),
      ...(accessType === undefined ? {} : { access_type: accessType }),
    },
  };
}

/** Token endpoint parameters that only the library can set. */
const reservedTokenParameters: readonly string[] = [
  "grant_type",
  "code",
  "code_verifier",
  "redirect_uri",
  "refresh_token",
  "client_id",
  "client_secret",
  "client_assertion",
  "client_assertion_type",
];

function tokenRequestOf(options: OpenIDProviderOptions): TokenRequest {
  const { privateKey, tokenParameters, refreshParameters, accessTokenExpiresIn } = options;
  for (const [option, parameters] of Object.entries({ tokenParameters, refreshParameters })) {
    const reserved = Object.keys(parameters ?? {}).find((name) => reservedTokenParameters.includes(name));
    if (reserved)
      throw new Error(`openidProvider: ${option} can't have "${reserved}", because Latchkey sets it. Remove it.`);
  }
  if (accessTokenExpiresIn !== undefined && !(Number.isInteger(accessTokenExpiresIn) && accessTokenExpiresIn > 0)) {
    throw new Error(
      `openidProvider: accessTokenExpiresIn is ${accessTokenExpiresIn}. Use a positive number of seconds.`,
    );
  }
  return {
    endpoint: "",
    auth: options.tokenEndpointAuthMethod ?? (privateKey ? "private_key_jwt" : "client_secret_basic"),
    privateKey,
    defaultExpiresIn: accessTokenExpiresIn,
    refresh: "may-rotate",
    ...(tokenParameters ? { exchangeParameters: () => tokenParameters } : {}),
    ...(refreshParameters ? { refreshParameters: () => refreshParameters } : {}),
  };
}

/** `null` if neither option is set, because then `signOut` doesn't go to the provider. */
function endSessionOf({ endSessionEndpoint, postLogoutRedirectURI }: OpenIDProviderOptions): EndSessionRequest | null {
  if (endSessionEndpoint === undefined && postLogoutRedirectURI === undefined) return null;
  return { endpoint: endSessionEndpoint, postLogoutRedirectURI };
}

/** Reads the profile from the ID token and the userinfo endpoint (OpenID Connect Core, 5.3). */
async function fetchProfile({ claims, tokens, userinfoEndpoint, fetchJson }: ProfileSource): Promise<Profile> {
  const userinfo = userinfoEndpoint && tokens.accessToken !== "" ? await fetchJson(userinfoEndpoint) : null;
  const userinfoFields = (userinfo ?? {}) as Readonly<Record<string, unknown>>;
  const subject = claims?.sub ?? userinfoFields.sub;
  if (typeof subject !== "string" || subject === "") throw new Error("The provider returned no subject.");
  if (userinfo !== null && userinfoFields.sub !== subject)
    throw new Error("The userinfo response belongs to a different user.");
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
