/** The options of the plugin. */

import type { Session, User } from "@latchkey/core";
import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import type { OAuthClientRow } from "./tables.ts";

/** An API or MCP server that access tokens can be for. RFC 8707. */
export interface ResourceOptions {
  /** The absolute URL that clients name it by, without a fragment. */
  readonly identifier: string;
  readonly name?: string;
  /** The scopes that tokens for it can have. Default: all. */
  readonly scopes?: readonly string[];
  /** Seconds for which its access tokens work. Default: 600. */
  readonly accessTokenExpiresIn?: number;
}

/** What a caller wants to do with clients. */
export interface ClientPrivilegeCheck {
  readonly action: "create" | "read" | "update" | "delete" | "list";
  readonly user: User;
  readonly session: Session;
}

/** Who the claims are about. */
export interface ClaimsInput {
  readonly user: User;
  readonly scopes: readonly string[];
}

/** Options of `oauthProvider`. All times are in seconds. */
export interface OAuthProviderOptions {
  /** Where users sign in. It gets the request in its query. */
  readonly loginPage: string;
  /** Where users allow a client's request. */
  readonly consentPage: string;
  /** Where users sign up, for clients that ask for it. Default: `loginPage`. */
  readonly signup?: { readonly page: string };
  /** Where users choose an account, for clients that ask for it. Default: `loginPage`. */
  readonly selectAccount?: { readonly page: string };
  /**
   * Lets organizations own clients, and clients ask for one of the user's organizations: with the scope `organization`,
   * which this adds, or with the parameter of that name. `page` is where users choose one. Needs `organization()` of
   * `@latchkey/organization`. Default: off.
   */
  readonly organizations?: { readonly page: string };
  /**
   * Shows why a request can't be answered, with the code in `?error=`. Nothing in such a request can be trusted, so the
   * browser isn't sent back to the client. Default: a page of the provider.
   */
  readonly errorPage?: string;
  /** The scopes that clients can ask for. Default: `openid`, `profile`, `email`, and `offline_access`. */
  readonly scopes?: readonly string[];
  /** How long a code works, in seconds. Default: 60. */
  readonly codeExpiresIn?: number;
  /** How long access tokens work, in seconds. Resources can have their own. Default: 3600. */
  readonly accessTokenExpiresIn?: number;
  /** How long access tokens of clients themselves, without a user, work, in seconds. Default: 3600. */
  readonly m2mAccessTokenExpiresIn?: number;
  /** How long ID tokens work, in seconds. Default: 3600. */
  readonly idTokenExpiresIn?: number;
  /** How long a refresh token works if it isn't used, in seconds. Default: 2592000 (30 days). */
  readonly refreshTokenExpiresIn?: number;
  /** How long a repeated refresh gets the same response, in seconds. Default: 0. */
  readonly refreshTokenReuseInterval?: number;
  /**
   * Whether clients that registered `refresh_token` also get a refresh token for an API if they ask for neither
   * `offline_access` nor `openid`, as clients of plain OAuth do. It works until the session in which the user allowed the
   * access ends. Default: false.
   */
  readonly refreshWithoutOfflineAccess?: boolean;
  /** Whether apps can register themselves as clients (RFC 7591). Default: false. */
  readonly allowDynamicClientRegistration?: boolean;
  /** Whether they can do so without a signed-in user. Default: false. */
  readonly allowUnauthenticatedClientRegistration?: boolean;
  /**
   * Whether clients can have the URL of a document with their metadata as id, so that they don't have to register. The
   * document is read from public servers only. Default: false.
   */
  readonly clientIdMetadataDocuments?: boolean;
  /** The APIs that access tokens can be for. Default: none. */
  readonly resources?: readonly ResourceOptions[];
  /**
   * Secret from which clients with `subject_type: "pairwise"` get different IDs of the same user, so that they can't
   * compare users. At least 32 characters. Changing it changes the ids.
   */
  readonly pairwiseSecret?: string;
  /** Whether pages can show what users see of a client before they sign in. Default: false. */
  readonly allowPublicClientPrelogin?: boolean;
  /** Who can manage clients with the client's calls. Default: no one. */
  readonly clientPrivileges?: (check: ClientPrivilegeCheck) => Promise<boolean> | boolean;
  /** Additional claims of userinfo and ID tokens. The provider's own win. */
  readonly customUserInfoClaims?: (input: ClaimsInput) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Additional claims of access tokens for a resource. The provider's own win. */
  readonly customAccessTokenClaims?: (input: {
    readonly user: User | null;
    readonly scopes: readonly string[];
    readonly client: Pick<OAuthClientRow, "clientId" | "name" | "metadata">;
  }) => Promise<Record<string, unknown>> | Record<string, unknown>;
}

/** The options with their defaults. Times are in seconds. */
export interface ProviderSettings {
  readonly loginPage: string;
  readonly consentPage: string;
  readonly signUpPage: string;
  readonly selectAccountPage: string;
  /** Where users choose an organization. `null` if clients can't ask for one. */
  readonly organizationPage: string | null;
  /** `null` for the provider's own. */
  readonly errorPage: string | null;
  readonly scopes: readonly string[];
  readonly lifetimes: {
    readonly code: number;
    readonly accessToken: number;
    readonly m2mAccessToken: number;
    readonly idToken: number;
    readonly refreshToken: number;
    readonly grant: number;
    readonly request: number;
  };
  readonly reuseInterval: number;
  /** Whether clients of plain OAuth get refresh tokens that end with the session. */
  readonly refreshesInSession: boolean;
  /** `user`: by signed-in users. */
  readonly registration: "off" | "user" | "open";
  readonly resources: ReadonlyMap<string, ResourceSettings>;
  readonly readsClientDocuments: boolean;
  readonly pairwiseSecret: string | null;
  readonly showsClientsBeforeSignIn: boolean;
  readonly clientPrivileges: NonNullable<OAuthProviderOptions["clientPrivileges"]>;
  readonly userInfoClaims: NonNullable<OAuthProviderOptions["customUserInfoClaims"]>;
  readonly accessTokenClaims: NonNullable<OAuthProviderOptions["customAccessTokenClaims"]>;
}

/** A resource with its defaults. */
export interface ResourceSettings {
  readonly identifier: string;
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly accessTokenExpiresIn: number;
}

const optionNames: OptionNames<OAuthProviderOptions> = {
  loginPage: true,
  consentPage: true,
  signup: { page: true },
  selectAccount: { page: true },
  organizations: { page: true },
  errorPage: true,
  scopes: true,
  codeExpiresIn: true,
  accessTokenExpiresIn: true,
  m2mAccessTokenExpiresIn: true,
  idTokenExpiresIn: true,
  refreshTokenExpiresIn: true,
  refreshTokenReuseInterval: true,
  refreshWithoutOfflineAccess: true,
  allowDynamicClientRegistration: true,
  allowUnauthenticatedClientRegistration: true,
  clientIdMetadataDocuments: true,
  resources: true,
  pairwiseSecret: true,
  allowPublicClientPrelogin: true,
  clientPrivileges: true,
  customUserInfoClaims: true,
  customAccessTokenClaims: true,
};

/** The scope with which clients ask for one of the user's organizations. */
export const organizationScope = "organization";

const day = 86_400;

/** Refresh tokens of one grant work for at most 180 days. */
const maxGrantAge = 180 * day;

/** Seconds in which a user has to sign in and consent. */
const requestExpiresIn = 600;

/** Checks the options and adds the defaults. @throws {Error} that names the option if one is invalid */
export function resolveProvider(options: OAuthProviderOptions): ProviderSettings {
  checkOptionNames("oauthProvider", options, optionNames);
  const { loginPage, consentPage, organizations } = options;
  const named = options.scopes ?? ["openid", "profile", "email", "offline_access"];
  const scopes = organizations ? [...new Set([...named, organizationScope])] : named;
  const pages = {
    loginPage,
    consentPage,
    "signup.page": options.signup?.page,
    "selectAccount.page": options.selectAccount?.page,
    "organizations.page": organizations?.page,
    errorPage: options.errorPage,
  };
  const required = ["loginPage", "consentPage", ...(organizations === undefined ? [] : ["organizations.page"])];
  for (const [name, page] of Object.entries(pages)) checkPage(name, page, required.includes(name));
  const unusable = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(scope));
  if (unusable !== undefined)
    throw new Error(`oauthProvider.scopes contains "${unusable}". A scope has no spaces or quotes.`);
  const seconds = (name: keyof OAuthProviderOptions, usual: number, max: number, min = 1): number => {
    const value = options[name];
    return checkInteger(`oauthProvider.${name}`, typeof value === "number" ? value : usual, {
      min,
      max,
      unit: "seconds",
    });
  };
  return {
    loginPage,
    consentPage,
    signUpPage: options.signup?.page ?? loginPage,
    selectAccountPage: options.selectAccount?.page ?? loginPage,
    organizationPage: organizations?.page ?? null,
    errorPage: options.errorPage ?? null,
    scopes,
    lifetimes: {
      code: seconds("codeExpiresIn", 60, 600),
      accessToken: seconds("accessTokenExpiresIn", 3600, day),
      m2mAccessToken: seconds("m2mAccessTokenExpiresIn", 3600, day),
      idToken: seconds("idTokenExpiresIn", 3600, 10 * 3600),
      refreshToken: seconds("refreshTokenExpiresIn", 30 * day, maxGrantAge),
      grant: maxGrantAge,
      request: requestExpiresIn,
    },
    reuseInterval: seconds("refreshTokenReuseInterval", 0, 60, 0),
    refreshesInSession: options.refreshWithoutOfflineAccess ?? false,
    registration: registrationOf(options),
    resources: new Map((options.resources ?? []).map((one) => [one.identifier, resolveResource(one)])),
    readsClientDocuments: options.clientIdMetadataDocuments ?? false,
    pairwiseSecret: checkPairwiseSecret(options.pairwiseSecret),
    showsClientsBeforeSignIn: options.allowPublicClientPrelogin ?? false,
    clientPrivileges: options.clientPrivileges ?? (() => false),
    userInfoClaims: options.customUserInfoClaims ?? (() => ({})),
    accessTokenClaims: options.customAccessTokenClaims ?? (() => ({})),
  };
}

function registrationOf({
  allowDynamicClientRegistration: isOn = false,
  allowUnauthenticatedClientRegistration: isOpen = false,
}: OAuthProviderOptions): ProviderSettings["registration"] {
  if (isOpen && !isOn) {
    throw new Error(
      "oauthProvider.allowUnauthenticatedClientRegistration is true, but registration is off. Set allowDynamicClientRegistration to true, too.",
    );
  }
  return isOn ? (isOpen ? "open" : "user") : "off";
}

function checkPairwiseSecret(secret: string | undefined): string | null {
  if (secret === undefined) return null;
  if (typeof secret === "string" && secret.length >= 32) return secret;
  throw new Error("oauthProvider.pairwiseSecret is too short. Use at least 32 random characters.");
}

function checkPage(name: string, page: string | undefined, isRequired: boolean): void {
  if (page === undefined && !isRequired) return;
  if (typeof page === "string" && /^(?:\/(?![/\\])|https?:\/\/)\S*$/.test(page)) return;
  throw new Error(
    `oauthProvider.${name} is ${JSON.stringify(page)}. Set it to a path of your app, such as "/sign-in".`,
  );
}

function resolveResource({ identifier, name, scopes, accessTokenExpiresIn }: ResourceOptions): ResourceSettings {
  const url = URL.canParse(identifier) ? new URL(identifier) : null;
  if (!url || !/^https?:$/.test(url.protocol) || identifier.includes("#")) {
    throw new Error(
      `oauthProvider.resources.identifier is "${identifier}". Use an absolute URL without a fragment, such as "https://api.example.com".`,
    );
  }
  return {
    identifier,
    name: name ?? null,
    scopes: scopes ?? null,
    accessTokenExpiresIn: checkInteger("oauthProvider.resources.accessTokenExpiresIn", accessTokenExpiresIn ?? 600, {
      min: 30,
      max: 86_400,
      unit: "seconds",
    }),
  };
}
