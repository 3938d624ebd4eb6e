/** Texts for captchas. */

/** All texts for captchas. */
export interface CaptchaTexts {
  /** Error messages by error code. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const captchaEn: CaptchaTexts = {
  errors: {
    MISSING_RESPONSE: "Complete the security check, then try again.",
    VERIFICATION_FAILED: "The security check failed or expired. Try again.",
    UNKNOWN_ERROR: "We couldn't run the security check. Try again in a moment.",
  },
};
