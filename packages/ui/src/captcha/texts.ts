/** The texts of captchas. */

/** All texts of captchas. */
export interface CaptchaTexts {
  /** Error messages by error code. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const captchaEn: CaptchaTexts = {
  errors: {
    MISSING_RESPONSE: "Solve the puzzle first, then try again.",
    VERIFICATION_FAILED: "The puzzle was not solved, or too long ago. Try it once more.",
    UNKNOWN_ERROR: "The puzzle could not be checked. Try again in a moment.",
  },
};
