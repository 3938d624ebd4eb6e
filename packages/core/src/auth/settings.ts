/** Validates options and fills in defaults. Errors name the invalid option. */

import { secretWeakness } from "../crypto/keys.ts";
import { defaultBodyLimit } from "../http/body.ts";
import { parseNetwork } from "../http/client-address.ts";
import { maxCookieAge } from "../http/cookies.ts";
import type { SafeURL } from "../http/origins.ts";
import { compileOrigins, isSafePath, parseUrl } from "../http/origins.ts";
import { checkInteger, withOptionName } from "../kernel/check-options.ts";
import type {
  ModelFields,
  PasswordSettings,
  RateLimitRule,
  RateLimitSettings,
  SessionSettings,
  Settings,
  VerificationSettings,
} from "../kernel/settings.ts";
import { cookieSpecs } from "./cookies.ts";
import type { AuthOptions, EmailAndPasswordOptions, SessionOptions } from "./options.ts";

/** Every `NODE_ENV` except development and test counts as production, so a missing one is never insecure. */
export function isProduction(): boolean {
  const environment = globalThis.process?.env?.NODE_ENV;
  return environment !== "development" && environment !== "test";
}

/**
 * @param cookies the base names of the app's cookies
 * @throws {Error} if an option is invalid. The message names it.
 */
export function resolveSettings(options: AuthOptions, fields: ModelFields, cookies: readonly string[]): Settings {
  const production = isProduction();
  const origin = resolveBaseURL(options.baseURL, production);
  const advanced = options.advanced ?? {};
  const basePath = resolveBasePath(options.basePath);
  const { trustedOrigins = [] } = options;
  const listed = typeof trustedOrigins === "function" ? [] : trustedOrigins;
  return Object.freeze({
    appName: options.appName ?? "Latchkey",
    origin,
    basePath,
    errorURL: resolveErrorURL(options.errorURL ?? `${basePath}/error`),
    production,
    isTrustedOrigin: withOptionName("trustedOrigins", () => compileOrigins(origin ? [origin, ...listed] : listed)),
    getTrustedOrigins: typeof trustedOrigins === "function" ? trustedOrigins : null,
    checkOrigin: advanced.disableOriginCheck !== true,
    proxies: {
      trustedProxies: withOptionName("advanced.ipAddress.trustedProxies", () =>
        (advanced.ipAddress?.trustedProxies ?? []).map(parseNetwork),
      ),
      headers: advanced.ipAddress?.ipAddressHeaders ?? ["x-forwarded-for"],
    },
    trackClient: advanced.ipAddress?.disableIpTracking !== true,
    bodyLimit: checkInteger("advanced.bodyLimit", advanced.bodyLimit ?? defaultBodyLimit, { min: 1 }),
    session: resolveSession(options.session ?? {}, options.secondaryStorage !== undefined),
    password: resolvePassword(options.emailAndPassword ?? {}),
    verification: resolveVerification(options),
    sendsSecurityNotices: options.user?.sendSecurityNotice !== undefined,
    sendsEmailChanged: options.user?.changeEmail?.sendEmailChanged !== undefined,
    cookie: cookieSpecs(cookies, advanced, origin, production),
    fields,
    audit: options.audit?.enabled ?? true,
    auditRetention: resolveAuditRetention(options.audit?.retentionDays),
    rateLimit: resolveRateLimit(options, production),
  });
}

const day = 86_400_000;

function resolveAuditRetention(days: number | null = 400): number | null {
  return days === null ? null : day * checkInteger("audit.retentionDays", days, { min: 1, max: 36_500 });
}

function resolveErrorURL(url: string): SafeURL {
  if (isSafePath(url) || /^https?:$/.test(parseUrl(url)?.protocol ?? "")) return url as SafeURL;
  throw new Error(`errorURL is "${url}". Use a path such as "/sign-in", or a URL with https.`);
}

/** For development and tests. Rejected in production. */
const developmentSecret = "latchkey-development-secret-not-for-production";

/**
 * @throws {Error} if a secret is empty or not a string, if both options are set, or, in production, if a secret is
 * missing or weak
 */
export function resolveSecrets(options: AuthOptions, warn: (message: string) => void): readonly string[] {
  const production = isProduction();
  if (options.secret !== undefined && options.secrets !== undefined) {
    throw new Error("Set either secret or secrets, not both. secrets is [current, ...older].");
  }
  const secrets = options.secrets ?? (options.secret === undefined ? [] : [options.secret]);
  const advice = 'Create one with "npx @latchkey/cli secret" and keep it in the environment.';
  if (secrets.length === 0) {
    if (production) throw new Error(`secret is missing. ${advice}`);
    warn("No secret is set. Using the development secret.");
    return [developmentSecret];
  }
  for (const [at, secret] of secrets.entries()) {
    const name = options.secrets ? `secrets[${at}]` : "secret";
    if (typeof secret !== "string") throw new Error(`${name} isn't a string. ${advice}`);
    const weakness = secret === developmentSecret ? "is the development secret" : secretWeakness(secret);
    if (!weakness) continue;
    if (production || secret === "") throw new Error(`${name} ${weakness}. ${advice}`);
    warn(`${name} ${weakness}. It will be rejected in production.`);
  }
  return secrets;
}

function resolveBaseURL(baseURL: string | undefined, production: boolean): string | null {
  if (baseURL === undefined) {
    if (!production) return null;
    throw new Error(
      `baseURL is missing. Set it to your app's URL, such as "https://example.com". Links and cookies depend on it.`,
    );
  }
  const url = parseUrl(baseURL);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new Error(`baseURL is "${baseURL}". Use a scheme and host, such as "https://example.com".`);
  }
  if (url.pathname !== "/" || url.search || url.hash) {
    throw new Error(`baseURL is "${baseURL}". Use only the scheme and host, and set the path in basePath.`);
  }
  return url.origin;
}

function resolveBasePath(basePath = "/api/auth"): string {
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(basePath)) {
    throw new Error(`basePath is "${basePath}". Start it with a slash and don't end it with one, as in "/api/auth".`);
  }
  return basePath;
}

function resolveSession(options: SessionOptions, hasStorage: boolean): SessionSettings {
  const expiresIn = checkInteger("session.expiresIn", options.expiresIn ?? 604_800, { min: 1, max: maxCookieAge });
  const { cookieCache, absoluteExpiresIn } = options;
  return {
    expiresIn,
    shortExpiresIn: Math.min(expiresIn, 86_400),
    updateAge: checkInteger("session.updateAge", options.updateAge ?? 86_400, { min: 0, max: maxCookieAge }),
    freshAge: checkInteger("session.freshAge", options.freshAge ?? 86_400, { min: 0, max: maxCookieAge }),
    freshBy: options.freshBy ?? "updatedAt",
    refresh: options.disableSessionRefresh !== true,
    bearerHeader: options.bearerHeader === true,
    absoluteExpiresIn:
      absoluteExpiresIn === undefined ? null : checkInteger("session.absoluteExpiresIn", absoluteExpiresIn, { min: 1 }),
    cookieCache: cookieCache?.enabled
      ? {
          maxAge: checkInteger("session.cookieCache.maxAge", cookieCache.maxAge ?? 60, { min: 1, max: 3600 }),
          version: cookieCache.version ?? "1",
        }
      : null,
    storageCache: resolveStorageCache(options, hasStorage),
  };
}

function resolveStorageCache({ storageCache = {} }: SessionOptions, has: boolean): SessionSettings["storageCache"] {
  const maxAge = checkInteger("session.storageCache.maxAge", storageCache.maxAge ?? 60, { min: 1, max: 3600 });
  return has && storageCache.enabled !== false ? { maxAge } : null;
}

/**
 * @throws {Error} if `secondaryStorage` lacks a method, or if an option from earlier versions decides where sessions or
 * tokens are stored
 */
export function checkStorage({ secondaryStorage, ...options }: Partial<AuthOptions>): void {
  for (const [group, name, kind] of [
    ["session", "storeSessionInDatabase", "sessions"],
    ["verification", "storeInDatabase", "one-time tokens"],
  ] as const) {
    const given = (options as Readonly<Record<string, unknown>>)[group];
    if (typeof given !== "object" || given === null || !Object.hasOwn(given, name)) continue;
    throw new Error(
      `${group}.${name} is no longer an option, because ${kind} are always in the database. Remove it. A secondary storage holds only copies of sessions and rate limit counters.`,
    );
  }
  if (secondaryStorage === undefined) return;
  const missing = (["get", "set", "add"] as const).filter((name) => typeof secondaryStorage?.[name] !== "function");
  if (missing.length === 0) return;
  throw new Error(
    `secondaryStorage has no ${missing.join(", ")}. Use a storage such as redisStorage(client), or write one with the methods of SecondaryStorage.`,
  );
}

function resolvePassword(options: EmailAndPasswordOptions): PasswordSettings {
  const minLength = checkInteger("emailAndPassword.minPasswordLength", options.minPasswordLength ?? 8, {
    min: 1,
    max: 1024,
  });
  const minimum = Math.max(64, minLength);
  const maxLength = checkInteger("emailAndPassword.maxPasswordLength", options.maxPasswordLength ?? 128, {
    min: minimum,
    max: 1024,
  });
  return {
    minLength,
    maxLength,
    refuseOwnNames: options.refuseOwnNames ?? false,
    sendsPasswordChanged: options.sendPasswordChanged !== undefined,
    endsSessionsOnReset: options.revokeSessionsOnPasswordReset ?? true,
    callsAfterReset: options.onPasswordReset !== undefined,
  };
}

function resolveVerification({ emailVerification = {}, emailAndPassword }: AuthOptions): VerificationSettings {
  const canSend = emailVerification.sendVerificationEmail !== undefined;
  const onSignUp = emailVerification.sendOnSignUp ?? emailAndPassword?.requireEmailVerification ?? false;
  return {
    required: emailAndPassword?.requireEmailVerification ?? false,
    sendsOnSignUp: canSend && onSignUp,
    sendsOnSignIn: canSend && emailVerification.sendOnSignIn !== false,
    sendsOnChange: canSend,
    autoSignIn: emailVerification.autoSignInAfterVerification ?? false,
    callsAfterVerification: emailVerification.afterEmailVerification !== undefined,
    expiresIn: emailVerification.expiresIn ?? 3600,
  };
}

function resolveRateLimit(
  { rateLimit: options = {}, secondaryStorage }: Pick<AuthOptions, "rateLimit" | "secondaryStorage">,
  production: boolean,
): RateLimitSettings {
  const storage = options.storage ?? (secondaryStorage?.increment ? "secondary-storage" : "memory");
  if (storage === "secondary-storage" && !secondaryStorage?.increment) {
    throw new Error(
      secondaryStorage
        ? `rateLimit.storage is "secondary-storage", but "${secondaryStorage.name}" can't count: it has no increment. Use "database" or "memory".`
        : 'rateLimit.storage is "secondary-storage", but there is none. Set secondaryStorage, or use "database" or "memory".',
    );
  }
  const { passwordGuesses = { window: 300, max: 10 } } = options;
  for (const [path, rule] of Object.entries(options.customRules ?? {})) {
    if (rule) checkRule(`rateLimit.customRules["${path}"]`, rule, 0);
  }
  if (passwordGuesses) checkRule("rateLimit.passwordGuesses", passwordGuesses, 1);
  return {
    enabled: options.enabled ?? production,
    storage,
    window: checkInteger("rateLimit.window", options.window ?? 10, { min: 1, max: 86_400 }),
    max: checkInteger("rateLimit.max", options.max ?? 100, { min: 0 }),
    rules: options.customRules ?? {},
    passwordGuesses: passwordGuesses || null,
  };
}

function checkRule(option: string, { window, max }: RateLimitRule, minimum: number): void {
  checkInteger(`${option}.window`, window, { min: 1, max: 86_400 });
  checkInteger(`${option}.max`, max, { min: minimum });
}
