/** The UI plugin for captchas in forms that bots target. */

import type { ComponentType } from "react";
import { textOf } from "../primitives/use-form.ts";
import type { UiPlugin } from "../provider/types.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { type CaptchaProps, captchaInputName, createCaptchaField } from "./captcha-field.tsx";
import { type CaptchaTexts, captchaEn } from "./texts.ts";

/** Options for `captchaUi`. */
export interface CaptchaUiOptions {
  /** Renders the captcha widget. It's remounted after each attempt, because a response works only once. */
  readonly Captcha: ComponentType<CaptchaProps>;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<CaptchaTexts>;
}

/**
 * Adds a captcha to the sign-in, sign-up, and forgot-password forms, and to all others whose call needs one. For apps
 * whose server has `captcha()` from `@latchkey/captcha`. Your widget decides which service it uses.
 */
export function captchaUi(options: CaptchaUiOptions): UiPlugin {
  // Created once, because a new component type would remount the widget.
  return createCaptchaUi(options, captchaEn, createCaptchaField(options.Captcha));
}

function createCaptchaUi(options: CaptchaUiOptions, language: CaptchaTexts, Fields: ComponentType): UiPlugin {
  return {
    id: "captcha",
    localize: (other) => createCaptchaUi(options, other as CaptchaTexts, Fields),
    errors: overrideTexts(language, options.texts).errors,
    captcha: {
      Fields,
      isRequired: (path, { captcha }) => captcha?.paths.includes(path) ?? false,
      getHeaders: (values) => {
        const response = textOf(values, captchaInputName);
        return response === "" ? {} : { "x-captcha-response": response };
      },
    },
  };
}
