/** Core's options after `createAuth` has checked them and filled in every default. */

import type { Column } from "../database/tables.ts";
import type { ProxySettings } from "../http/client-address.ts";
import type { CookieSpec } from "../http/cookies.ts";
import type { OriginMatcher, SafeURL } from "../http/origins.ts";
import type { InputSchema } from "../http/schema.ts";

/** Core's options, validated and with defaults. */
export interface Settings {
  /** The app's name on pages, in emails, and as the issuer in authenticator apps. */
  readonly appName: string;
  /** Origin of the auth server. `null`: taken from each request, which never happens in production. */
  readonly origin: string | null;
  /** Where the endpoints are mounted, such as `/api/auth`. */
  readonly basePath: string;
  /** Where failed redirects go if they have no other target. Trusted, because the app configured it. */
  readonly errorURL: SafeURL;
  readonly production: boolean;
  /** Matches the origins that are always trusted, including the app's own. */
  readonly isTrustedOrigin: OriginMatcher;
  /** Returns additional trusted origins for a request. `null` unless the app configured a function. */
  readonly getTrustedOrigins: ((request: Request) => readonly string[] | Promise<readonly string[]>) | null;
  readonly checkOrigin: boolean;
  readonly proxies: ProxySettings;
  /** Whether to store IP addresses and user agents with sessions and audit log entries. */
  readonly trackClient: boolean;
  /** Maximum size of a request body in bytes. */
  readonly bodyLimit: number;
  readonly session: SessionSettings;
  readonly password: PasswordSettings;
  readonly verification: VerificationSettings;
  /** Whether to email users about security changes to their account, such as a linked account or 2FA turned off. */
  readonly sendsSecurityNotices: boolean;
  /** Whether a replaced email gets a link to undo the change. */
  readonly sendsEmailChanged: boolean;
  /** Returns the name, with prefix, and attributes of a cookie by its base name. */
  readonly cookie: (base: string) => CookieSpec;
  readonly fields: ModelFields;
  readonly audit: boolean;
  /** How long audit log entries are kept, in milliseconds. `null`: forever. */
  readonly auditRetention: number | null;
  readonly rateLimit: RateLimitSettings;
}

/** Rules for new passwords. Lengths are in characters after Unicode normalization. */
export interface PasswordSettings {
  readonly minLength: number;
  readonly maxLength: number;
  /** Whether to reject the user's own email or username as a password. */
  readonly refuseOwnNames: boolean;
  /** Whether to email users when their password changes. */
  readonly sendsPasswordChanged: boolean;
  /** Whether a reset ends all sessions. */
  readonly endsSessionsOnReset: boolean;
  /** Whether the app has an `onPasswordReset` callback. */
  readonly callsAfterReset: boolean;
}

/** Email verification settings that other features need. */
export interface VerificationSettings {
  /** Whether users must verify their email before they can sign in with it. */
  readonly required: boolean;
  /** Whether to send a verification email on sign-up. */
  readonly sendsOnSignUp: boolean;
  /** Whether to send a verification email when a sign-in fails because the email isn't verified. */
  readonly sendsOnSignIn: boolean;
  /** Whether to send a verification email to the new email after a change. */
  readonly sendsOnChange: boolean;
  /** Whether the app has an `afterEmailVerification` callback. */
  readonly callsAfterVerification: boolean;
  /** Whether verifying an email creates a session in that browser. */
  readonly autoSignIn: boolean;
  /** How long a verification link is valid, in seconds. */
  readonly expiresIn: number;
}

/** Session settings. Times are in seconds. */
export interface SessionSettings {
  readonly expiresIn: number;
  /** Lifetime if the user didn't choose to be remembered. */
  readonly shortExpiresIn: number;
  readonly updateAge: number;
  readonly freshAge: number;
  readonly freshBy: "updatedAt" | "proof";
  readonly refresh: boolean;
  /** Whether responses that set a session cookie also send its token in `set-auth-token`. */
  readonly bearerHeader: boolean;
  /** Maximum lifetime of a session, no matter how often it's extended. `null`: no maximum. */
  readonly absoluteExpiresIn: number | null;
  /** Session copies in a cookie. `null`: turned off. */
  readonly cookieCache: { readonly maxAge: number; readonly version: string } | null;
  /** Session copies in the secondary storage. `null`: turned off. */
  readonly storageCache: { readonly maxAge: number } | null;
}

/** Rate limit settings. */
export interface RateLimitSettings {
  readonly enabled: boolean;
  readonly storage: "memory" | "database" | "secondary-storage";
  readonly window: number;
  readonly max: number;
  /**
   * The app's rules by path, which replace those of endpoints. `false` removes the limit. `/admin/*` matches all paths
   * below `/admin`.
   */
  readonly rules: Readonly<Record<string, RateLimitRule | false>>;
  /** Limit on password attempts per account, across all clients. `null`: not counted. */
  readonly passwordGuesses: RateLimitRule | null;
}

/** At most `max` requests per client in `window` seconds. */
export interface RateLimitRule {
  readonly window: number;
  readonly max: number;
}

/** The fields of the models that can have additional ones. */
export interface ModelFields {
  readonly user: Readonly<Record<string, Field>>;
  readonly session: Readonly<Record<string, Field>>;
  /** Plugins' models, by table. */
  readonly [table: string]: Readonly<Record<string, Field>>;
}

/** A column with the rules for its value. */
export interface Field extends Column {
  /** Whether a value is required at creation. Default: false. */
  readonly required?: boolean;
  readonly defaultValue?: unknown;
  readonly validator?: InputSchema;
  /** Whether a plugin or the app added this field. Core's own columns are silently ignored in input. */
  readonly additional: boolean;
}
