/** Core's options after `createAuth` has checked them and filled in every default. */

import type { Column } from "../database/tables.ts";
import type { AddressRules } from "../http/client-address.ts";
import type { CookieSpec } from "../http/cookies.ts";
import type { OriginMatcher } from "../http/origins.ts";
import type { InputSchema } from "../http/schema.ts";
import type { SafeURL } from "./redirect.ts";

/** Core's options, checked and with defaults filled in. */
export interface Settings {
  /** Shown to people: on pages, in mails, as issuer of one-time codes. */
  readonly appName: string;
  /** Origin of the auth server; `null`: taken from each request (never in production). */
  readonly origin: string | null;
  /** Where the endpoints are mounted: `/api/auth`. */
  readonly basePath: string;
  /** Where redirects go that fail and know no other place. Named by the app, so that it is trusted. */
  readonly errorURL: SafeURL;
  readonly production: boolean;
  /** Origins that are always trusted, the own one included. */
  readonly isTrustedOrigin: OriginMatcher;
  /** Further origins of one request, if the app gave a function. */
  readonly trustedOriginsOf: ((request: Request) => readonly string[] | Promise<readonly string[]>) | null;
  readonly checkOrigin: boolean;
  readonly address: AddressRules;
  /** Whether addresses and user agents are stored with sessions and audit records. */
  readonly trackAddress: boolean;
  /** Most bytes of a request body. */
  readonly bodyLimit: number;
  readonly session: SessionSettings;
  readonly password: PasswordSettings;
  readonly verification: VerificationSettings;
  /** Whether owners are told by mail of changes to how they prove themselves. */
  readonly tellsOwner: boolean;
  /** A cookie by its base name, with prefix and attributes. */
  readonly cookie: (base: string) => CookieSpec;
  readonly fields: ModelFields;
  readonly audit: boolean;
  readonly rateLimit: RateLimitSettings;
}

/** Bounds of a new password, in characters after Unicode normalisation, and what follows a change. */
export interface PasswordSettings {
  readonly minLength: number;
  readonly maxLength: number;
  /** Whether a password may not be the user's own address or name. */
  readonly refuseOwnNames: boolean;
  /** Whether people are told by mail that their password is another one. */
  readonly tellsChange: boolean;
}

/** Proving addresses, as far as others than its own feature need to know. */
export interface VerificationSettings {
  /** Whether nobody gets in by an address that is not proven. */
  readonly required: boolean;
  /** Whether a verification mail goes out when somebody signs up. */
  readonly onSignUp: boolean;
  /** Whether it goes out again to who is kept out for want of it. */
  readonly onSignIn: boolean;
  /** Whether it goes out to an address that took the place of another. */
  readonly onChange: boolean;
  /** Whether the app wants to hear of addresses that were proven. */
  readonly announces: boolean;
  /** How long a verification link is valid, in seconds. */
  readonly expiresIn: number;
}

/** Times in seconds. */
export interface SessionSettings {
  readonly expiresIn: number;
  /** Lifetime where the person did not ask to be remembered. */
  readonly shortExpiresIn: number;
  readonly updateAge: number;
  readonly freshAge: number;
  readonly freshBy: "updatedAt" | "proof";
  readonly refresh: boolean;
  /** Whether answers that set a session's cookie carry its token in `set-auth-token`, too. */
  readonly bearerHeader: boolean;
  /** Longest life of a session however often it is extended; `null`: no end. */
  readonly absoluteExpiresIn: number | null;
  readonly cache: { readonly maxAge: number; readonly version: string } | null;
  /** Copies in the secondary storage. */
  readonly storageCache: { readonly maxAge: number } | null;
}

/** How requests are counted. */
export interface RateLimitSettings {
  readonly enabled: boolean;
  readonly storage: "memory" | "database" | "secondary-storage";
  readonly window: number;
  readonly max: number;
  /** Rules of the app by path, instead of an endpoint's own; `false` lifts the limit. `/admin/*` is all below `/admin`. */
  readonly rules: Readonly<Record<string, RateLimitRule | false>>;
  /** Guesses at one account's password, from wherever they come; `null`: not counted. */
  readonly passwordGuesses: RateLimitRule | null;
}

/** At most `max` requests of one client in `window` seconds. */
export interface RateLimitRule {
  readonly window: number;
  readonly max: number;
}

/** The fields of the models that carry additional ones. */
export interface ModelFields {
  readonly user: Readonly<Record<string, Field>>;
  readonly session: Readonly<Record<string, Field>>;
  /** Those of plugins, by table. */
  readonly [table: string]: Readonly<Record<string, Field>>;
}

/** A column with what is asked of its value. */
export interface Field extends Column {
  /** Must be given at creation. Default: no. */
  readonly required?: boolean;
  readonly defaultValue?: unknown;
  readonly validator?: InputSchema;
  /** Whether a refusal names it: fields of plugins and apps do, core's own are dropped in silence. */
  readonly additional: boolean;
}
