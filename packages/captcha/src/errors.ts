/** What a request without a solved captcha is refused with. */

/** The catalogue of the plugin: codes, statuses, sentences. */
export const captchaErrors = {
  MISSING_RESPONSE: { status: 400, message: "Missing CAPTCHA response" },
  VERIFICATION_FAILED: { status: 403, message: "Captcha verification failed" },
  UNKNOWN_ERROR: { status: 500, message: "Something went wrong" },
} as const;

/** Codes that a call behind the captcha can be refused with. */
export type CaptchaErrorCode = keyof typeof captchaErrors;
