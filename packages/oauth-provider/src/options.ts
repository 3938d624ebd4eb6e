/** The options of the plugin. */

import type { Session, User } from "@latchkey/core";
import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { type ResourceOptions, type ResourceSettings, resolveResource } from "./resources/options.ts";
import { organizationScope } from "./scopes.ts";
import type { OAuthClientRow } from "./tables.ts";

/** A user's attempt to manage clients. */
export interface ClientPrivilegeCheck {
  readonly action: "create" | "read" | "update" | "delete" | "list";
  readonly user: User;
  readonly session: Session;
}

/** A page to show between sign-in and consent. */
export interface PostLoginOptions {
  /** The page, as a path in your app or a URL. */
  readonly page: string;
  /** Whether the user has to visit the page before the client gets access. */
  shouldRedirect(request: PostLoginCheck): Promise<boolean> | boolean;
}

/** A signed-in user's authorization request. */
export interface PostLoginCheck {
  readonly user: User;
  readonly session: Session;
  readonly scopes: readonly string[];
  readonly client: Pick<OAuthClientRow, "clientId" | "name" | "metadata">;
}

/** Input for a function that returns claims. */
export interface ClaimsInput {
  readonly user: User;
  readonly scopes: readonly string[];
  /** Names of the claims that the client requested in the `claims` parameter. Return only what it's allowed to see. */
  readonly claims: readonly string[];
}

/** Options for `oauthProvider`. All times are in seconds. */
export interface OAuthProviderOptions {
  /** The page where users sign in. Its query contains the request. */
  readonly loginPage: string;
  /** The page where users allow or deny a client's request. */
  readonly consentPage: string;
  /** The page where users sign up if the client requests it. Default: `loginPage`. */
  readonly signup?: { readonly page: string };
  /** The page where users choose an account if the client requests it. Default: `loginPage`. */
  readonly selectAccount?: { readonly page: string };
  /**
   * A page to show between sign-in and consent, such as for new terms. `shouldRedirect` decides who sees it. Users can
   * continue once it returns false.
   */
  readonly postLogin?: PostLoginOptions;
  /**
   * Lets organizations own clients, and lets clients request access to one of the user's organizations, with the
   * `organization` scope or parameter. `page` is where users choose an organization. Requires `organization()` from
   * `@latchkey/organization`. Default: off.
   */
  readonly organizations?: { readonly page: string };
  /**
   * The page for failed requests, with the code in the `error` parameter. These requests can't be trusted, so the
   * browser isn't sent back to the client. Default: a page of the provider.
   */
  readonly errorPage?: string;
  /** The scopes that clients can request. Default: `openid`, `profile`, `email`, and `offline_access`. */
  readonly scopes?: readonly string[];
  /** How long a code works, in seconds. Default: 60. */
  readonly codeExpiresIn?: number;
  /** How long access tokens that aren't for a resource work, in seconds. Default: 3600. */
  readonly accessTokenExpiresIn?: number;
  /** How long access tokens without a user or a resource work, in seconds. Default: 3600. */
  readonly m2mAccessTokenExpiresIn?: number;
  /** How long ID tokens work, in seconds. Default: 3600. */
  readonly idTokenExpiresIn?: number;
  /** How long a refresh token works if it isn't used, in seconds. Default: 2592000 (30 days). */
  readonly refreshTokenExpiresIn?: number;
  /**
   * How long a new client secret works, in seconds, unless it's replaced earlier. At most 63072000 (2 years). Existing
   * secrets keep their expiration time. Default: client secrets don't expire.
   */
  readonly clientSecretExpiresIn?: number;
  /** How long a repeated refresh request gets the same response, in seconds. Default: 0. */
  readonly refreshTokenReuseInterval?: number;
  /**
   * Whether a client that registered the `refresh_token` grant type gets a refresh token for an API if it requests
   * neither `offline_access` nor `openid`, as plain OAuth clients expect. The token works until the session in which the
   * user granted access ends. If the user granted fewer scopes than the client requested, the client doesn't get a
   * refresh token. Default: false.
   */
  readonly refreshWithoutOfflineAccess?: boolean;
  /** Whether apps can register themselves as clients (RFC 7591). Default: false. */
  readonly allowDynamicClientRegistration?: boolean;
  /** Whether apps can register themselves without a signed-in user. Default: false. */
  readonly allowUnauthenticatedClientRegistration?: boolean;
  /**
   * Secrets that let apps register themselves without a signed-in user: `Authorization: Bearer {token}`. At least 32
   * characters each. To replace one without downtime, list both. Default: none.
   */
  readonly initialAccessTokens?: readonly string[];
  /**
   * Whether a client's ID can be the URL of its metadata document, so that the client doesn't have to register.
   * Documents are only fetched from public servers. Default: false.
   */
  readonly clientIdMetadataDocuments?: boolean;
  /**
   * The APIs that clients can get access tokens for. All clients can request these. The app can add more while it runs,
   * with `auth.api.adminCreateOAuthResource`. Default: none.
   */
  readonly resources?: readonly ResourceOptions[];
  /** Whether clients have to be linked to APIs that are added while the app runs. Default: true. */
  readonly enforcePerClientResources?: boolean;
  /**
   * Secret for giving clients with `subject_type: "pairwise"` different IDs for the same user, so that clients can't
   * match up their users. At least 32 characters. Changing the secret changes the IDs.
   */
  readonly pairwiseSecret?: string;
  /** Whether pages can show a client's public details before the user signs in. Default: false. */
  readonly allowPublicClientPrelogin?: boolean;
  /**
   * Which users can manage clients. Default: no one. Members manage their organization's clients with their role's
   * permissions.
   */
  readonly clientPrivileges?: (check: ClientPrivilegeCheck) => Promise<boolean> | boolean;
  /** Additional claims for userinfo and ID tokens. The provider's own claims take precedence. */
  readonly customUserInfoClaims?: (input: ClaimsInput) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Additional claims for access tokens for a resource. The provider's own claims take precedence. */
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
  readonly postLogin: PostLoginOptions | null;
  /** Where users choose an organization. `null` if clients can't request one. */
  readonly organizationPage: string | null;
  /** `null` means the provider's own page. */
  readonly errorPage: string | null;
  readonly scopes: readonly string[];
  readonly lifetimes: {
    readonly code: number;
    readonly accessToken: number;
    readonly m2mAccessToken: number;
    readonly idToken: number;
    readonly refreshToken: number;
    /** `null` if client secrets don't expire. */
    readonly clientSecret: number | null;
    readonly grant: number;
    readonly request: number;
  };
  readonly reuseInterval: number;
  /** Whether clients that don't use OpenID Connect get refresh tokens that end with the session. */
  readonly refreshesInSession: boolean;
  /** Who can register clients. `user` means signed-in users. */
  readonly registration: "off" | "user" | "open";
  /** Secrets for registering a client without a signed-in user. */
  readonly initialAccessTokens: readonly string[];
  /** The APIs from the options. Others are in the `oauthResource` table. */
  readonly resources: ReadonlyMap<string, ResourceSettings>;
  /** Whether clients have to be linked to the APIs in the table. */
  readonly linksClients: boolean;
  readonly readsClientDocuments: boolean;
  readonly pairwiseSecret: string | null;
  readonly showsClientsBeforeSignIn: boolean;
  readonly clientPrivileges: NonNullable<OAuthProviderOptions["clientPrivileges"]>;
  readonly userInfoClaims: NonNullable<OAuthProviderOptions["customUserInfoClaims"]>;
  readonly accessTokenClaims: NonNullable<OAuthProviderOptions["customAccessTokenClaims"]>;
}

const optionNames: OptionNames<OAuthProviderOptions> = {
  loginPage: true,
  consentPage: true,
  signup: { page: true },
  selectAccount: { page: true },
  postLogin: { page: true, shouldRedirect: true },
  organizations: { page: true },
  errorPage: true,
  scopes: true,
  codeExpiresIn: true,
  accessTokenExpiresIn: true,
  m2mAccessTokenExpiresIn: true,
  idTokenExpiresIn: true,
  refreshTokenExpiresIn: true,
  clientSecretExpiresIn: true,
  refreshTokenReuseInterval: true,
  refreshWithoutOfflineAccess: true,
  allowDynamicClientRegistration: true,
  allowUnauthenticatedClientRegistration: true,
  initialAccessTokens: true,
  clientIdMetadataDocuments: true,
  resources: true,
  enforcePerClientResources: true,
  pairwiseSecret: true,
  allowPublicClientPrelogin: true,
  clientPrivileges: true,
  customUserInfoClaims: true,
  customAccessTokenClaims: true,
};

const day = 86_400;

/** Maximum lifetime of a grant, in seconds. Its refresh tokens stop working after that. */
const maxGrantAge = 180 * day;

/** How long a user can take to sign in and consent, in seconds. */
const requestExpiresIn = 600;

/** Checks the options and adds the defaults. @throws {Error} if an option is invalid. The message names the option. */
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
    "postLogin.page": options.postLogin?.page,
    "organizations.page": organizations?.page,
    errorPage: options.errorPage,
  };
  const required = [
    "loginPage",
    "consentPage",
    ...(organizations === undefined ? [] : ["organizations.page"]),
    ...(options.postLogin === undefined ? [] : ["postLogin.page"]),
  ];
  for (const [name, page] of Object.entries(pages)) checkPage(name, page, required.includes(name));
  if (options.postLogin && typeof options.postLogin.shouldRedirect !== "function")
    throw new Error(
      "oauthProvider.postLogin.shouldRedirect is missing. Add a function that returns whether to redirect.",
    );
  const unusable = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(scope));
  if (unusable !== undefined)
    throw new Error(`oauthProvider.scopes contains "${unusable}". Scopes can't contain spaces or quotes.`);
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
    postLogin: options.postLogin ?? null,
    organizationPage: organizations?.page ?? null,
    errorPage: options.errorPage ?? null,
    scopes,
    lifetimes: {
      code: seconds("codeExpiresIn", 60, 600),
      accessToken: seconds("accessTokenExpiresIn", 3600, day),
      m2mAccessToken: seconds("m2mAccessTokenExpiresIn", 3600, day),
      idToken: seconds("idTokenExpiresIn", 3600, 10 * 3600),
      refreshToken: seconds("refreshTokenExpiresIn", 30 * day, maxGrantAge),
      clientSecret:
        options.clientSecretExpiresIn === undefined ? null : seconds("clientSecretExpiresIn", day, 730 * day, 60),
      grant: maxGrantAge,
      request: requestExpiresIn,
    },
    reuseInterval: seconds("refreshTokenReuseInterval", 0, 60, 0),
    refreshesInSession: options.refreshWithoutOfflineAccess ?? false,
    registration: registrationOf(options),
    initialAccessTokens: checkInitialTokens(options),
    resources: new Map((options.resources ?? []).map((one) => [one.identifier, resolveResource(one)])),
    linksClients: options.enforcePerClientResources ?? true,
    readsClientDocuments: options.clientIdMetadataDocuments ?? false,
    pairwiseSecret: checkPairwiseSecret(options.pairwiseSecret),
    showsClientsBeforeSignIn: options.allowPublicClientPrelogin ?? false,
    clientPrivileges: options.clientPrivileges ?? (() => false),
    userInfoClaims: options.customUserInfoClaims ?? (() => ({})),
    accessTokenClaims: options.customAccessTokenClaims ?? (() => ({})),
  };
}

function checkInitialTokens({
  allowDynamicClientRegistration: isOn = false,
  initialAccessTokens: tokens = [],
}: OAuthProviderOptions): readonly string[] {
  const short = tokens.findIndex((token) => typeof token !== "string" || token.length < 32);
  if (short >= 0) {
    throw new Error(`oauthProvider.initialAccessTokens[${short}] is too short. Use at least 32 random characters.`);
  }
  if (tokens.length > 0 && !isOn) {
    throw new Error(
      "oauthProvider.initialAccessTokens is set, but registration is off. Set allowDynamicClientRegistration to true, too.",
    );
  }
  return tokens;
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
    `oauthProvider.${name} is ${JSON.stringify(page)}. Set it to a path in your app, such as "/sign-in".`,
  );
}
