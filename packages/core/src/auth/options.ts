/** The options for `createAuth`. Names follow better-auth and common usage. */

import type { RandomBytes } from "../crypto/random.ts";
import type { DatabaseAdapter } from "../database/adapter.ts";
import type { SecondaryStorage } from "../database/secondary-storage.ts";
import type { DeleteUserOptions } from "../features/account/options.ts";
import type { ChangeEmailOptions } from "../features/change-email/options.ts";
import type { EmailPasswordOptions } from "../features/email-password/options.ts";
import type { EmailVerificationOptions } from "../features/email-verification/options.ts";
import type { PasswordOptions } from "../features/password/options.ts";
import type { ConfiguredProvider } from "../features/social/connection.ts";
import type { AccountOptions, SocialProvidersOptions } from "../features/social/options.ts";
import type { CookieAttributes } from "../http/cookies.ts";
import type { ResolveTxt } from "../kernel/context.ts";
import type { LogOptions } from "../kernel/log.ts";
import type { RateLimitRule } from "../kernel/settings.ts";
import type { MailSender } from "../outbox/mail.ts";
import type { AdditionalFields } from "../plugin/fields.ts";
import type { Plugin } from "../plugin/plugin.ts";
import type { SecurityNotice } from "../users/security-notices.ts";
import type { DatabaseHooks, EndpointHooks } from "./hooks.ts";

/** Options for `createAuth`. */
export interface AuthOptions<
  P extends readonly Plugin[] = readonly Plugin[],
  UF extends AdditionalFields = AdditionalFields,
  SF extends AdditionalFields = AdditionalFields,
> {
  /** The app's name, shown to users. Default: `Latchkey`. */
  readonly appName?: string;
  /** The app's URL, with scheme and host only: `https://example.com`. Required in production. */
  readonly baseURL?: string;
  /** Where the handler is mounted. Default: `/api/auth`. */
  readonly basePath?: string;
  /** At least 32 random characters. Generate one with `npx @latchkey/cli secret`. Required in production. */
  readonly secret?: string;
  /** Use instead of `secret` to rotate secrets: the current one first, then older ones. */
  readonly secrets?: readonly string[];
  /** The database, such as `sqlAdapter(…)`, `drizzleAdapter(…)`, or `prismaAdapter(…)`. */
  readonly database: DatabaseAdapter;
  /**
   * A storage that all processes share, such as `redisStorage(client)`. It holds cached sessions, with their users, and
   * rate limit counters. Everything else stays in the database.
   */
  readonly secondaryStorage?: SecondaryStorage;
  /** Email and password. Off unless `enabled`. */
  readonly emailAndPassword?: EmailAndPasswordOptions;
  /** Verification emails. */
  readonly emailVerification?: EmailVerificationOptions;
  /** Built-in providers, each with its options: `{ github: { clientId, clientSecret } }`. */
  readonly socialProviders?: SocialProvidersOptions;
  /** Additional providers from `openidProvider` or `defineProvider`. */
  readonly providers?: readonly ConfiguredProvider[];
  /**
   * Whether to also serve the paths of better-auth 1.6's generic OAuth plugin: `/sign-in/oauth2`, `/oauth2/link`, and
   * `/oauth2/callback/:providerId`. Sign-ins that start there use that callback. Default: false.
   */
  readonly genericOAuthPaths?: boolean;
  /** How provider accounts are linked and how their tokens are stored. */
  readonly account?: AccountOptions;
  /** Plugins, in any order: `[username(), organization()]`. */
  readonly plugins?: P;
  /** Custom user fields, email changes, and account deletion. */
  readonly user?: UserOptions<UF>;
  /** How long sessions last, how fresh they must be, and how they're cached. */
  readonly session?: SessionOptions<SF>;
  /**
   * Origins, in addition to `baseURL`, that can call the API and be redirected to: exact origins, wildcards
   * (`https://*.example.com`), custom schemes (`myapp://`), or a function of the request.
   */
  readonly trustedOrigins?: readonly string[] | ((request: Request) => readonly string[] | Promise<readonly string[]>);
  /**
   * The app's page for redirects that fail and have no other target, such as a sign-in with an unknown state. It gets
   * `?error=` and, if a provider returned an error, `error_description`. A path or an absolute URL. Default: a built-in
   * page.
   */
  readonly errorURL?: string;
  /** Rate limits per client and per account. */
  readonly rateLimit?: RateLimitOptions;
  /** The audit log of who did what, in the `audit` table. */
  readonly audit?: AuditOptions;
  /** What's logged, and where. */
  readonly logger?: LogOptions;
  /** Hooks before and after endpoints. */
  readonly hooks?: EndpointHooks;
  /** Hooks around writes to tables. */
  readonly databaseHooks?: DatabaseHooks;
  /**
   * Paths to turn off, such as `/sign-up/email`. `/admin/*` matches every path below `/admin`. If an endpoint has two
   * paths, either one turns it off. `createAuth` throws if no endpoint has the path.
   */
  readonly disabledPaths?: readonly string[];
  readonly advanced?: AdvancedOptions;
  /** Returns the current time, for tests. All code uses it. */
  readonly clock?: () => Date;
  /** Source of random bytes, for tests. Must be unpredictable in production. */
  readonly random?: RandomBytes;
  /** Used for requests to other servers, such as providers. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * Used for requests to URLs from untrusted sources, such as clients of an OAuth provider. Default: on Node.js, a
   * `fetch` that connects to public addresses only; elsewhere, `fetch`.
   */
  readonly publicFetch?: typeof fetch;
  /**
   * Reads the TXT records that verify organizations' domains. Rejects with the `code` `ENOTFOUND` or `ENODATA` if there
   * are none. Default: `resolveTxt` from `node:dns`. Other runtimes have no default.
   */
  readonly resolveTxt?: ResolveTxt;
}

/** Options for `emailAndPassword`. */
export interface EmailAndPasswordOptions extends EmailPasswordOptions, PasswordOptions {}

/** Options for `user`. */
export interface UserOptions<F extends AdditionalFields = AdditionalFields> {
  /** Custom columns of the user, and whether clients can set them. */
  readonly additionalFields?: F;
  /** Email changes. Off unless `enabled`. */
  readonly changeEmail?: ChangeEmailOptions;
  /** Lets users delete their account. Off unless `enabled`. */
  readonly deleteUser?: DeleteUserOptions;
  /**
   * Emails the user when their sign-in methods or factors change: a provider's account is linked or unlinked,
   * two-factor authentication is turned on or off, backup codes are replaced, or the email is changed (sent to the old
   * one). A new password has its own email, `emailAndPassword.sendPasswordChanged`. So does an email change if
   * `user.changeEmail.sendEmailChanged` is set.
   */
  readonly sendSecurityNotice?: MailSender<SecurityNotice>;
}

/** Options for `session`. Times are in seconds. */
export interface SessionOptions<F extends AdditionalFields = AdditionalFields> {
  /** How long a session lasts if it isn't extended. Default: 604800 (7 days). */
  readonly expiresIn?: number;
  /** An active session is extended if it was last extended at least this long ago. Default: 86400 (1 day). */
  readonly updateAge?: number;
  /**
   * How long a session counts as fresh after the user signs in or proves a factor. 0: always fresh. Default: 86400 (1
   * day).
   */
  readonly freshAge?: number;
  /** What makes a session fresh. `updatedAt` (default): sign-in, a proof, or an extension. `proof`: proofs only. */
  readonly freshBy?: "updatedAt" | "proof";
  /** Maximum lifetime of a session, no matter how often it's extended. Default: none. */
  readonly absoluteExpiresIn?: number;
  /** Whether to turn off session extension. Default: false. */
  readonly disableSessionRefresh?: boolean;
  /**
   * Whether responses that set the session cookie also send its token in the `set-auth-token` header, like
   * better-auth's bearer plugin. Scripts on the page can read this header, but not the cookie. Default: false.
   */
  readonly bearerHeader?: boolean;
  readonly cookieCache?: CookieCacheOptions;
  readonly storageCache?: StorageCacheOptions;
  /** Custom columns of the session, and whether clients can set them. */
  readonly additionalFields?: F;
}

/** Options for `session.storageCache`: copies of sessions in the secondary storage. */
export interface StorageCacheOptions {
  /** Default: true if there's a secondary storage. */
  readonly enabled?: boolean;
  /**
   * How long a copy is valid, in seconds. The library's own changes are visible immediately. Changes made elsewhere, or
   * that couldn't be sent to the storage, take up to this long. Default: 60.
   */
  readonly maxAge?: number;
}

/** Options for `session.cookieCache`. */
export interface CookieCacheOptions {
  /** Default: false. */
  readonly enabled?: boolean;
  /** How long a copy is valid, in seconds. Plain reads can miss a revocation for this long. Default: 60. */
  readonly maxAge?: number;
  /** Change it to invalidate all copies. Default: `1`. */
  readonly version?: string;
}

/** Options for `audit`. */
export interface AuditOptions {
  /** Whether to write the audit log. Default: true. */
  readonly enabled?: boolean;
  /** Days until `removeExpired` deletes an entry. `null` keeps entries forever. Default: 400. */
  readonly retentionDays?: number | null;
}

/** Options for `rateLimit`. */
export interface RateLimitOptions {
  /** Default: true in production, otherwise false. */
  readonly enabled?: boolean;
  /**
   * Where requests are counted. Use `database` or `secondary-storage` if the app runs in several processes. Default:
   * `secondary-storage` if there is one that can count, otherwise `memory`.
   */
  readonly storage?: "memory" | "database" | "secondary-storage";
  /** Window in seconds for endpoints without their own rule. Default: 10. */
  readonly window?: number;
  /** Maximum requests per client and window for endpoints without their own rule. Default: 100. */
  readonly max?: number;
  /**
   * Rules by path, which replace the endpoint's own. `false` removes the limit. `/admin/*` matches every path below
   * `/admin`, each counted separately. If several match, the longest applies.
   */
  readonly customRules?: Readonly<Record<string, RateLimitRule | false>>;
  /**
   * Limit on password attempts per account, across all clients. `false` turns it off. Default: 10 in 300 seconds. A
   * browser that has signed in with that identifier before has its own limit of the same size.
   */
  readonly passwordGuesses?: RateLimitRule | false;
}

/** Options for `advanced`. */
export interface AdvancedOptions {
  /** Prefix of all cookie names. Default: `latchkey`. */
  readonly cookiePrefix?: string;
  /** Whether cookies are `Secure` and have a secure prefix. Default: true if `baseURL` is HTTPS. */
  readonly useSecureCookies?: boolean;
  /** Shares cookies with a domain and all of its subdomains, which can then all read them. Default: only the host. */
  readonly crossSubDomainCookies?: { readonly enabled: boolean; readonly domain?: string };
  /** Attributes for all cookies, which override the defaults. */
  readonly defaultCookieAttributes?: Partial<CookieAttributes>;
  /** Attributes for individual cookies, by base name: `{ session_token: { sameSite: "strict" } }`. */
  readonly cookies?: Readonly<Record<string, Partial<CookieAttributes>>>;
  /** How to find the client's IP address. */
  readonly ipAddress?: IpAddressOptions;
  /** Maximum size of a request body in bytes. Default: 1048576. */
  readonly bodyLimit?: number;
  /** Turns off only the origin check. For servers that browsers can't reach. Default: false. */
  readonly disableOriginCheck?: boolean;
}

/** Options for `advanced.ipAddress`. */
export interface IpAddressOptions {
  /** Addresses or networks of your proxies: `["10.0.0.0/8"]`. Without them, forwarded headers are ignored. */
  readonly trustedProxies?: readonly string[];
  /** Headers that those proxies set. Default: `["x-forwarded-for"]`. */
  readonly ipAddressHeaders?: readonly string[];
  /** Whether to stop storing IP addresses and user agents. Default: false. */
  readonly disableIpTracking?: boolean;
}
