/** Options for `captcha` and their defaults. */

import { checkInteger, checkOneOf, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { type CaptchaProviderName, captchaProviders } from "./providers.ts";

/** Options that all providers have in common. */
export interface CommonCaptchaOptions {
  /** The secret key from the provider's dashboard. */
  readonly secretKey: string;
  /**
   * Paths of the endpoints that require a CAPTCHA. Default: `/sign-up/email`, `/sign-in/email`, `/forget-password`, and
   * the plugin endpoints that check a password, send an email or text, create a guest, or start a passkey sign-up, and
   * that don't require a session, an unfinished sign-in, or a code. The types of sign-in and sign-up calls include the
   * plugin's error codes, but the types of other calls don't.
   */
  readonly endpoints?: readonly string[];
  /** Verification URL to use instead of the provider's. Must be https. */
  readonly siteVerifyURLOverride?: string;
  /** What to do with a request if the provider fails or times out: `refuse` or `allow`. Default: `refuse`. */
  readonly whenUnavailable?: "refuse" | "allow";
  /** Timeout for the provider, in milliseconds: 100 to 60000. Default: 10000. */
  readonly timeLimitMs?: number;
  /** Whether to send the client's IP address to the provider. Default: false. */
  readonly sendAddress?: boolean;
}

/** Cloudflare Turnstile. */
export interface TurnstileOptions extends CommonCaptchaOptions {
  /** The CAPTCHA service. */
  readonly provider: "cloudflare-turnstile";
  /** The `action` that the widget must be configured with. Default: any. */
  readonly expectedAction?: string;
  /** Hostnames of the pages that can show the widget. Default: those configured in the provider's dashboard. */
  readonly allowedHostnames?: readonly string[];
}

/** Google reCAPTCHA v2 or v3. The key pair decides which. */
export interface RecaptchaOptions extends CommonCaptchaOptions {
  /** The CAPTCHA service. */
  readonly provider: "google-recaptcha";
  /** Minimum score for version 3, from 0 to 1. If set, responses without a score are rejected too. Default: 0.5. */
  readonly minScore?: number;
  /** The `action` that the page must have requested, for version 3. Default: any. */
  readonly expectedAction?: string;
  /** Hostnames of the pages that can show the widget. Default: those configured in the provider's dashboard. */
  readonly allowedHostnames?: readonly string[];
}

/** hCaptcha. There's no option for hostnames, because hCaptcha advises against relying on them. */
export interface HCaptchaOptions extends CommonCaptchaOptions {
  /** The CAPTCHA service. */
  readonly provider: "hcaptcha";
  /** The site key. Responses for other site keys are rejected. Default: any site key of the account. */
  readonly siteKey?: string;
}

/** Options for `captcha`. */
export type CaptchaOptions = TurnstileOptions | RecaptchaOptions | HCaptchaOptions;

/** The options with defaults filled in. */
export interface CaptchaSettings {
  readonly provider: CaptchaProviderName;
  readonly secretKey: string;
  readonly siteKey: string | null;
  readonly url: string;
  readonly endpoints: readonly string[];
  /** Paths that are protected too, if the app has them. */
  readonly optionalEndpoints: readonly string[];
  readonly allowWhenUnavailable: boolean;
  readonly timeLimitMs: number;
  readonly sendAddress: boolean;
  readonly minScore: number;
  /** Whether to reject a response without a score. */
  readonly requireScore: boolean;
  readonly action: string | null;
  readonly hostnames: readonly string[] | null;
}

const commonNames: OptionNames<CommonCaptchaOptions> = {
  secretKey: true,
  endpoints: true,
  siteVerifyURLOverride: true,
  whenUnavailable: true,
  timeLimitMs: true,
  sendAddress: true,
};

/** The options of each provider. */
const optionNames: {
  readonly [Name in CaptchaProviderName]: OptionNames<Extract<CaptchaOptions, { readonly provider: Name }>>;
} = {
  "cloudflare-turnstile": { ...commonNames, provider: true, expectedAction: true, allowedHostnames: true },
  "google-recaptcha": { ...commonNames, provider: true, minScore: true, expectedAction: true, allowedHostnames: true },
  hcaptcha: { ...commonNames, provider: true, siteKey: true },
};

const defaultEndpoints = ["/sign-up/email", "/sign-in/email", "/forget-password"] as const;
/**
 * Endpoints that plugins might add, and that bots could call first, without a session, an unfinished sign-in, or a code.
 * They check a password, send an email or text, create a guest, or start a passkey sign-up.
 */
const defaultOptionalEndpoints = [
  "/sign-in/username",
  "/sign-in/phone-number",
  "/sign-in/magic-link",
  "/sign-in/anonymous",
  "/email-otp/send-verification-otp",
  "/email-otp/request-password-reset",
  "/phone-number/send-otp",
  "/phone-number/request-password-reset",
  "/passkey/generate-sign-up-options",
] as const;

/** @throws {Error} if an option is missing or invalid. The message names the option. */
export function resolveCaptcha(options: CaptchaOptions): CaptchaSettings {
  const {
    provider,
    secretKey,
    endpoints = defaultEndpoints,
    whenUnavailable = "refuse",
    timeLimitMs = 10_000,
  } = options;
  if (!Object.hasOwn(captchaProviders, provider)) {
    throw new Error(`captcha.provider is "${provider}". Use ${Object.keys(captchaProviders).join(", ")}.`);
  }
  checkOptionNames("captcha", options, optionNames[provider]);
  if (typeof secretKey !== "string" || secretKey.trim() === "") {
    throw new Error("captcha.secretKey is missing. Set it to the secret key from the provider's dashboard.");
  }
  if (endpoints.length === 0) throw new Error("captcha.endpoints is empty. Add paths, or remove the option.");
  checkOneOf("captcha.whenUnavailable", whenUnavailable, ["refuse", "allow"]);
  checkInteger("captcha.timeLimitMs", timeLimitMs, { min: 100, max: 60_000, unit: "milliseconds" });
  return {
    provider,
    secretKey,
    endpoints,
    optionalEndpoints: options.endpoints ? [] : defaultOptionalEndpoints,
    timeLimitMs,
    siteKey: options.provider === "hcaptcha" ? (options.siteKey ?? null) : null,
    url: checkUrl(options.siteVerifyURLOverride ?? captchaProviders[provider].url),
    allowWhenUnavailable: whenUnavailable === "allow",
    sendAddress: options.sendAddress ?? false,
    ...resolveChecks(options),
  };
}

/** Resolves what the provider's response must contain, apart from success. */
function resolveChecks(
  options: CaptchaOptions,
): Pick<CaptchaSettings, "minScore" | "requireScore" | "action" | "hostnames"> {
  if (options.provider === "hcaptcha") return { minScore: 0, requireScore: false, action: null, hostnames: null };
  const { expectedAction, allowedHostnames } = options;
  if (allowedHostnames?.length === 0) {
    throw new Error(
      "captcha.allowedHostnames is empty, so every CAPTCHA would fail. Add hostnames, or remove the option.",
    );
  }
  const given = options.provider === "google-recaptcha" ? options.minScore : 0;
  const minScore = given ?? 0.5;
  if (!(minScore >= 0 && minScore <= 1)) throw new Error(`captcha.minScore is ${minScore}. Use a number from 0 to 1.`);
  return {
    minScore,
    requireScore: options.provider === "google-recaptcha" && given !== undefined,
    action: expectedAction ?? null,
    hostnames: allowedHostnames?.map((name) => name.toLowerCase()) ?? null,
  };
}

function checkUrl(url: string): string {
  if (URL.canParse(url) && new URL(url).protocol === "https:") return url;
  throw new Error(`captcha.siteVerifyURLOverride is "${url}". Use a URL that starts with https://.`);
}
