/** The services that know whether a captcha was solved: where each is asked, and what its own codes mean. */

/** A service by the name that the option `provider` has for it. */
export type ServiceName = "cloudflare-turnstile" | "google-recaptcha" | "hcaptcha";

/** Where a service is asked, and which of its codes say what. */
export interface Service {
  readonly url: string;
  /** The app's own settings are wrong: no answer could pass. None that a visitor can provoke by what they send. */
  readonly ownFaults: readonly string[];
  /** The service could not say; it may the next time. */
  readonly outages: readonly string[];
}

/** All speak the protocol that reCAPTCHA began: a form in, `{ success, "error-codes" }` out. */
export const services: Readonly<Record<ServiceName, Service>> = {
  "cloudflare-turnstile": {
    url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    ownFaults: ["missing-input-secret", "invalid-input-secret"],
    outages: ["internal-error"],
  },
  "google-recaptcha": {
    url: "https://www.google.com/recaptcha/api/siteverify",
    ownFaults: ["missing-input-secret", "invalid-input-secret"],
    outages: [],
  },
  hcaptcha: {
    url: "https://api.hcaptcha.com/siteverify",
    ownFaults: ["missing-input-secret", "invalid-input-secret", "invalid-sitekey"],
    outages: [],
  },
};
