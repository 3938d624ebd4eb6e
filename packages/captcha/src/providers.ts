/** The supported CAPTCHA providers, with their verification URLs and error codes. */

/** The values of the `provider` option. */
export type CaptchaProviderName = "cloudflare-turnstile" | "google-recaptcha" | "hcaptcha";

/** A provider's verification URL and error codes. */
export interface CaptchaProvider {
  readonly url: string;
  /**
   * Codes for wrong settings in the app that make every response fail. A visitor must not be able to cause these.
   */
  readonly configurationErrors: readonly string[];
  /** Codes for a temporary failure of the provider. */
  readonly outageErrors: readonly string[];
}

/** All use reCAPTCHA's protocol: they receive a form and return `{ success, "error-codes" }`. */
export const captchaProviders: Readonly<Record<CaptchaProviderName, CaptchaProvider>> = {
  "cloudflare-turnstile": {
    url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    configurationErrors: ["missing-input-secret", "invalid-input-secret"],
    outageErrors: ["internal-error"],
  },
  "google-recaptcha": {
    url: "https://www.google.com/recaptcha/api/siteverify",
    configurationErrors: ["missing-input-secret", "invalid-input-secret"],
    outageErrors: [],
  },
  hcaptcha: {
    url: "https://api.hcaptcha.com/siteverify",
    configurationErrors: ["missing-input-secret", "invalid-input-secret", "invalid-sitekey"],
    outageErrors: [],
  },
};
