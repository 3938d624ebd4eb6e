/** What an app can set. Names are those that the field uses. */

import type { RandomBytes } from "../crypto/random.ts";
import type { DatabaseAdapter } from "../database/adapter.ts";
import type { SecondaryStorage } from "../database/storage/storage.ts";
import type { DeleteUserOptions } from "../features/account/options.ts";
import type { ChangeEmailOptions } from "../features/change-email/options.ts";
import type { EmailPasswordOptions } from "../features/email-password/options.ts";
import type { EmailVerificationOptions } from "../features/email-verification/options.ts";
import type { PasswordOptions } from "../features/password/options.ts";
import type { AccountOptions, SocialProvidersOptions } from "../features/social/options.ts";
import type { SocialProvider } from "../features/social/provider.ts";
import type { CookieAttributes } from "../http/cookies.ts";
import type { MailSender } from "../outbox/mail.ts";
import type { FieldOptions } from "../plugin/fields.ts";
import type { LogOptions } from "../plugin/log.ts";
import type { Plugin } from "../plugin/plugin.ts";
import type { RateLimitRule } from "../plugin/settings.ts";
import type { SecurityNotice } from "../users/notices.ts";
import type { DatabaseHooks, EndpointHooks } from "./hooks.ts";

/** Options of `createAuth`. */
export interface AuthOptions<
  P extends readonly Plugin[] = readonly Plugin[],
  UF extends FieldOptions = FieldOptions,
  SF extends FieldOptions = FieldOptions,
> {
  /** Shown to people. Default: `Latchkey`. */
  readonly appName?: string;
  /** Where the app is reached, scheme and host: `https://example.com`. Required in production. */
  readonly baseURL?: string;
  /** Where the handler is mounted. Default: `/api/auth`. */
  readonly basePath?: string;
  /** At least 32 random characters; `npx @latchkey/cli secret` makes one. Required in production. */
  readonly secret?: string;
  /** Instead of `secret`, while a secret is being replaced: the current one first, then older ones. */
  readonly secrets?: readonly string[];
  /** Where users, accounts, sessions and tokens are kept: `sqlAdapter(…)`, `drizzleAdapter(…)`, `prismaAdapter(…)`. */
  readonly database: DatabaseAdapter;
  /**
   * A storage that all processes share, such as `redisStorage(client)`: sessions, one-time tokens and rate limits move
   * there, and copies of sessions are kept there for reading.
   */
  readonly secondaryStorage?: SecondaryStorage;
  /** Signing up and in with an address and a password; off unless `enabled`. */
  readonly emailAndPassword?: EmailAndPasswordOptions;
  /** The mail by which people prove that an address is theirs. */
  readonly emailVerification?: EmailVerificationOptions;
  /** Built-in providers to sign in by, each with its options: `{ github: { clientId, clientSecret } }`. */
  readonly socialProviders?: SocialProvidersOptions;
  /** Further providers: of `openidProvider` or `defineProvider`. */
  readonly providers?: readonly SocialProvider[];
  /** Accounts of providers: linking, and how their tokens are stored. */
  readonly account?: AccountOptions;
  /** Features beside those of core, in any order: `[username(), organization()]`. */
  readonly plugins?: P;
  /** Fields of your own, changing an address, deleting an account. */
  readonly user?: UserOptions<UF>;
  /** How long sessions live, how fresh one must be, where they are kept. */
  readonly session?: SessionOptions<SF>;
  /**
   * Where browsers may call from and be sent to, besides `baseURL`: origins, wildcards (`https://*.example.com`), own
   * schemes (`myapp://`), or a function of the request.
   */
  readonly trustedOrigins?: readonly string[] | ((request: Request) => readonly string[] | Promise<readonly string[]>);
  /**
   * The app's own page for what a redirect cannot say anywhere else, such as a sign-in whose state is unknown: it gets
   * `?error=` and, of a provider's refusal, `error_description`. A path, or an absolute address. Default: a page of the
   * handler's.
   */
  readonly errorURL?: string;
  /** Where one-time tokens are kept. */
  readonly verification?: VerificationOptions;
  /** How often one client, and one account, may be tried. */
  readonly rateLimit?: RateLimitOptions;
  /** Records of who did what, in the table `audit`. Default: on. */
  readonly audit?: { readonly enabled?: boolean };
  /** What is logged, and where to. */
  readonly logger?: LogOptions;
  /** Steps around endpoints. */
  readonly hooks?: EndpointHooks;
  /** Steps around writes to tables. */
  readonly databaseHooks?: DatabaseHooks;
  /**
   * Paths that don't exist in this app: `/sign-up/email`. `/admin/*` is every path below `/admin`. An endpoint with two
   * paths is switched off by either of them. `createAuth` throws if no endpoint has the path.
   */
  readonly disabledPaths?: readonly string[];
  readonly advanced?: AdvancedOptions;
  /** The time. For tests; everything goes by it. */
  readonly clock?: () => Date;
  /** Random bytes. For tests; must be unpredictable in production. */
  readonly random?: RandomBytes;
  /** For requests to providers. Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** Email and password, from sign-up to recovery. */
export interface EmailAndPasswordOptions extends EmailPasswordOptions, PasswordOptions {}

/** Options of `user`. */
export interface UserOptions<F extends FieldOptions = FieldOptions> {
  /** Columns of your own on the user, and who may write them. */
  readonly additionalFields?: F;
  /** Moving to another address; off unless `enabled`. */
  readonly changeEmail?: ChangeEmailOptions;
  /** Deleting one's own account; off unless `enabled`. */
  readonly deleteUser?: DeleteUserOptions;
  /**
   * Tells the owner that somebody has changed how they prove themselves: a provider's account linked or taken away, a
   * second factor switched on or off, backup codes replaced, another address put in place (told at the old one). A new
   * password has a mail of its own, `emailAndPassword.sendPasswordChanged`; a change of address as well, where
   * `user.changeEmail.sendEmailChanged` is there.
   */
  readonly sendSecurityNotice?: MailSender<SecurityNotice>;
}

/** Times in seconds. */
export interface SessionOptions<F extends FieldOptions = FieldOptions> {
  /** Lifetime. Default: 604800 (7 days). */
  readonly expiresIn?: number;
  /** A session in use is extended when it was last extended this long ago. Default: 86400 (1 day). */
  readonly updateAge?: number;
  /** How long after a proof of identity a session counts as fresh; 0: always. Default: 86400 (1 day). */
  readonly freshAge?: number;
  /** What freshness goes by: sign-in, proof or refresh (`updatedAt`, default), or proofs only. */
  readonly freshBy?: "updatedAt" | "proof";
  /** Longest life of a session, however much it is used. Default: none. */
  readonly absoluteExpiresIn?: number;
  /** Sessions are never extended. Default: false. */
  readonly disableSessionRefresh?: boolean;
  /**
   * Whether answers that set the session's cookie also carry its token in the header `set-auth-token`, as better-auth's
   * bearer plugin has it. Scripts of the page can then read the token, which they can't in the cookie. Default: false.
   */
  readonly bearerHeader?: boolean;
  readonly cookieCache?: CookieCacheOptions;
  /** With a secondary storage: sessions stay in the database, and only copies go there. Default: false. */
  readonly storeSessionInDatabase?: boolean;
  readonly storageCache?: StorageCacheOptions;
  readonly additionalFields?: F;
}

/** Options of `session.storageCache`: copies of sessions in the secondary storage. */
export interface StorageCacheOptions {
  /** Default: true, where there is a secondary storage. */
  readonly enabled?: boolean;
  /**
   * How long a copy is good, in seconds. Changes that the library makes are seen at once; it bounds how late those are
   * seen that it does not make, or could not tell the storage. Default: 60.
   */
  readonly maxAge?: number;
}

/** Options of `verification`: one-time tokens. */
export interface VerificationOptions {
  /** With a secondary storage: one-time tokens stay in the database. Default: false. */
  readonly storeInDatabase?: boolean;
}

/** Options of `session.cookieCache`. */
export interface CookieCacheOptions {
  /** Default: false. */
  readonly enabled?: boolean;
  /** How long a copy is good, in seconds: a revocation may take that long to be seen by plain reads. Default: 60. */
  readonly maxAge?: number;
  /** Change it to make all copies stale. Default: `1`. */
  readonly version?: string;
}

/** Options of `rateLimit`. */
export interface RateLimitOptions {
  /** Default: on in production. */
  readonly enabled?: boolean;
  /**
   * Where requests are counted: `database` or `secondary-storage` for several processes. Default: `secondary-storage`
   * where there is one, else `memory`.
   */
  readonly storage?: "memory" | "database" | "secondary-storage";
  /** In seconds, where an endpoint has no rule of its own. Default: 10. */
  readonly window?: number;
  /** Requests of one client in a window, where an endpoint has no rule of its own. Default: 100. */
  readonly max?: number;
  /**
   * By path, instead of an endpoint's own rule; `false` lifts the limit. `/admin/*` stands for every path below
   * `/admin`, each counted by itself; of several that fit, the longest holds.
   */
  readonly customRules?: Readonly<Record<string, RateLimitRule | false>>;
  /**
   * Guesses at one account's password, from wherever they come. `false`: not counted. Default: 10 in 300 seconds. A
   * browser that has signed in by that name before has as many for itself.
   */
  readonly passwordGuesses?: RateLimitRule | false;
}

/** Options of `advanced`. */
export interface AdvancedOptions {
  /** Begins every cookie's name. Default: `latchkey`. */
  readonly cookiePrefix?: string;
  /** `Secure` cookies with the secure prefix. Default: over https, and in production. */
  readonly useSecureCookies?: boolean;
  /** Cookies for a domain and all of its subdomains; every one of them can read them then. Default: the host alone. */
  readonly crossSubDomainCookies?: { readonly enabled: boolean; readonly domain?: string };
  /** Attributes of every cookie, over the usual ones. */
  readonly defaultCookieAttributes?: Partial<CookieAttributes>;
  /** By base name: `{ session_token: { sameSite: "strict" } }`. */
  readonly cookies?: Readonly<Record<string, Partial<CookieAttributes>>>;
  /** Whose forwarded headers are believed. */
  readonly ipAddress?: IpAddressOptions;
  /** Most bytes of a request body. Default: 1048576. */
  readonly bodyLimit?: number;
  /** Switches the origin check off, and nothing else. For servers that no browser can reach. Default: false. */
  readonly disableOriginCheck?: boolean;
}

/** Options of `advanced.ipAddress`. */
export interface IpAddressOptions {
  /** Addresses or networks of your own proxies: `["10.0.0.0/8"]`. Without them forwarded headers are ignored. */
  readonly trustedProxies?: readonly string[];
  /** Headers that those proxies set. Default: `["x-forwarded-for"]`. */
  readonly ipAddressHeaders?: readonly string[];
  /** Store no addresses and user agents. Default: false. */
  readonly disableIpTracking?: boolean;
}
