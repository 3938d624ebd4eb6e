/** The UI plugin for captchas in forms that bots target. */

import type { ComponentType } from "react";
import { textOf } from "../primitives/use-form.ts";
import type { UiPlugin } from "../provider/types.ts";
import { type CaptchaProps, captchaInputName, createCaptchaField } from "./captcha-field.tsx";
import { type CaptchaTexts, captchaEn } from "./texts.ts";

/** Options of `captchaUi`. */
export interface CaptchaUiOptions {
  /** Renders the captcha widget. It's remounted after each attempt, because a response works only once. */
  readonly Captcha: ComponentType<CaptchaProps>;
  /** Default: English. */
  readonly texts?: CaptchaTexts;
}

/**
 * Adds a captcha to the sign-in, sign-up, and forgot-password forms. For apps whose server has `captcha()` of
 * `@latchkey/captcha`. Your widget decides which service it uses.
 */
export function captchaUi({ Captcha, texts = captchaEn }: CaptchaUiOptions): UiPlugin {
  return {
    id: "captcha",
    errors: texts.errors,
    captcha: {
      Fields: createCaptchaField(Captcha),
      getHeaders: (values) => {
        const response = textOf(values, captchaInputName);
        return response === "" ? {} : { "x-captcha-response": response };
      },
    },
  };
}
