/** What captchas bring into the forms that robots like. */

import type { ComponentType } from "react";
import { textOf } from "../primitives/use-form.ts";
import type { UiPlugin } from "../provider/plugin.ts";
import { type CaptchaProps, captchaInput, captchaSlot } from "./slot.tsx";
import { type CaptchaTexts, captchaEn } from "./texts.ts";

/** What `captchaUi` takes. */
export interface CaptchaUiOptions {
  /** Shows the service's widget. It is made anew after each attempt, for an answer is good once. */
  readonly Captcha: ComponentType<CaptchaProps>;
  /** Default: English. */
  readonly texts?: CaptchaTexts;
}

/**
 * Puts a captcha into signing in, signing up and asking for a new password. For apps whose server has `captcha()` of
 * `@latchkey/captcha`; which service it is, is the widget's matter.
 */
export function captchaUi({ Captcha, texts = captchaEn }: CaptchaUiOptions): UiPlugin {
  return {
    id: "captcha",
    errors: texts.errors,
    challenge: {
      Fields: captchaSlot(Captcha),
      headersOf: (values) => {
        const response = textOf(values, captchaInput);
        return response === "" ? {} : { "x-captcha-response": response };
      },
    },
  };
}
