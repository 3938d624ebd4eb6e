/** What an app may set about captchas. */

import { type ServiceName, services } from "./services.ts";

/** Options that every service has. */
export interface CommonCaptchaOptions {
  /** The secret half of the key pair, from the service's console. */
  readonly secretKey: string;
  /**
   * Paths of endpoints that ask for one. Default: `/sign-up/email`, `/sign-in/email`, `/forget-password`, and
   * `/sign-in/username` if the app has usernames. The plugin's codes are in the types of calls that sign in or sign up, but
   * not of others that you name here.
   */
  readonly endpoints?: readonly string[];
  /** Where the answer is checked, instead of the service's own address: https. */
  readonly siteVerifyURLOverride?: string;
  /**
   * What becomes of a request while the service fails or does not answer in time: `refuse` it (default), or `allow` it.
   */
  readonly whenUnavailable?: "refuse" | "allow";
  /** How long the service may take, in milliseconds: 100 to 60000. Default: 10000. */
  readonly timeLimitMs?: number;
  /** Whether the service is told the client's address. Default: false. */
  readonly sendAddress?: boolean;
}

/** Cloudflare Turnstile. */
export interface TurnstileOptions extends CommonCaptchaOptions {
  readonly provider: "cloudflare-turnstile";
  /** The `action` that the widget must have been made with. Default: any. */
  readonly expectedAction?: string;
  /** Host names of the pages that may show the widget. Default: those that the service's console lists. */
  readonly allowedHostnames?: readonly string[];
}

/** Google reCAPTCHA, version 2 or 3: the key pair decides which. */
export interface RecaptchaOptions extends CommonCaptchaOptions {
  readonly provider: "google-recaptcha";
  /** Version 3: the least score that passes, 0 to 1. Default: 0.5. Given, it also refuses an answer without a score. */
  readonly minScore?: number;
  /** Version 3: the `action` that the page must have asked for. Default: any. */
  readonly expectedAction?: string;
  /** Host names of the pages that may show it. Default: those that the service's console lists. */
  readonly allowedHostnames?: readonly string[];
}

/** hCaptcha. It advises against deciding by host names, so there is no such option. */
export interface HCaptchaOptions extends CommonCaptchaOptions {
  readonly provider: "hcaptcha";
  /** The public half of the key pair: answers that were given to another one do not pass. Default: any of the account. */
  readonly siteKey?: string;
}

/** Options of `captcha`. */
export type CaptchaOptions = TurnstileOptions | RecaptchaOptions | HCaptchaOptions;

/** The options with defaults filled in. */
export interface CaptchaSettings {
  readonly provider: ServiceName;
  readonly secretKey: string;
  readonly siteKey: string | null;
  readonly url: string;
  readonly endpoints: readonly string[];
  /** Further paths, which the app doesn't need to have. */
  readonly endpointsIfPresent: readonly string[];
  readonly allowsOutage: boolean;
  readonly timeLimitMs: number;
  readonly sendAddress: boolean;
  readonly minScore: number;
  /** Whether an answer without a score is refused. */
  readonly needsScore: boolean;
  readonly action: string | null;
  readonly hostnames: readonly string[] | null;
}

const usualEndpoints = ["/sign-up/email", "/sign-in/email", "/forget-password"] as const;
/** Other ways to sign in with a password, if a plugin brings them. */
const usualIfPresent = ["/sign-in/username"] as const;

/** @throws {Error} naming the option that is missing or makes no sense */
export function resolveCaptcha(options: CaptchaOptions): CaptchaSettings {
  const { provider, secretKey, endpoints = usualEndpoints, whenUnavailable = "refuse", timeLimitMs = 10_000 } = options;
  if (!Object.hasOwn(services, provider)) {
    throw new Error(`captcha.provider is "${provider}": give ${Object.keys(services).join(", ")}.`);
  }
  if (typeof secretKey !== "string" || secretKey.trim() === "") {
    throw new Error("captcha.secretKey is missing: give the secret key from the console of the service.");
  }
  if (endpoints.length === 0) throw new Error("captcha.endpoints is empty: name paths, or leave the option out.");
  if (whenUnavailable !== "refuse" && whenUnavailable !== "allow") {
    throw new Error(`captcha.whenUnavailable is "${whenUnavailable}": give "refuse" or "allow".`);
  }
  if (!Number.isInteger(timeLimitMs) || timeLimitMs < 100 || timeLimitMs > 60_000) {
    throw new Error(`captcha.timeLimitMs is ${timeLimitMs}: give a whole number from 100 to 60000.`);
  }
  return {
    provider,
    secretKey,
    endpoints,
    endpointsIfPresent: options.endpoints ? [] : usualIfPresent,
    timeLimitMs,
    siteKey: options.provider === "hcaptcha" ? (options.siteKey ?? null) : null,
    url: checkedURL(options.siteVerifyURLOverride ?? services[provider].url),
    allowsOutage: whenUnavailable === "allow",
    sendAddress: options.sendAddress ?? false,
    ...asked(options),
  };
}

/** What the service's answer must say beside that the captcha was solved. */
function asked(options: CaptchaOptions): Pick<CaptchaSettings, "minScore" | "needsScore" | "action" | "hostnames"> {
  if (options.provider === "hcaptcha") return { minScore: 0, needsScore: false, action: null, hostnames: null };
  const { expectedAction, allowedHostnames } = options;
  if (allowedHostnames?.length === 0) {
    throw new Error("captcha.allowedHostnames is empty, so nothing could pass: name hosts, or leave the option out.");
  }
  const given = options.provider === "google-recaptcha" ? options.minScore : 0;
  const minScore = given ?? 0.5;
  if (!(minScore >= 0 && minScore <= 1)) throw new Error(`captcha.minScore is ${minScore}: give a number from 0 to 1.`);
  return {
    minScore,
    needsScore: options.provider === "google-recaptcha" && given !== undefined,
    action: expectedAction ?? null,
    hostnames: allowedHostnames?.map((name) => name.toLowerCase()) ?? null,
  };
}

function checkedURL(url: string): string {
  if (URL.canParse(url) && new URL(url).protocol === "https:") return url;
  throw new Error(`captcha.siteVerifyURLOverride is "${url}": give an address that begins with https://.`);
}
