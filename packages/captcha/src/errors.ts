/** The errors of the CAPTCHA plugin. */

/** The plugin's error catalog. */
export const captchaErrors = {
  MISSING_RESPONSE: { status: 400, message: "Missing CAPTCHA response" },
  VERIFICATION_FAILED: { status: 403, message: "Captcha verification failed" },
  UNKNOWN_ERROR: { status: 500, message: "Something went wrong" },
} as const;

/** Error codes of calls that require a CAPTCHA. */
export type CaptchaErrorCode = keyof typeof captchaErrors;
