/** The form field that holds a captcha. */

import { type ComponentType, type ReactElement, useState } from "react";

/** Props of your captcha component. */
export interface CaptchaProps {
  /** Call it with the widget's response, or with an empty string when the response expires. */
  onSolved(response: string): void;
}

/** Name of the hidden input with the captcha response. */
export const captchaInputName = "lk-captcha";

/** Creates a form field that stores the widget's response in a hidden input. */
export function createCaptchaField(Captcha: ComponentType<CaptchaProps>): () => ReactElement {
  return function CaptchaSlot() {
    const [response, setResponse] = useState("");
    return (
      <div className="lk-captcha">
        <Captcha onSolved={setResponse} />
        <input type="hidden" name={captchaInputName} value={response} readOnly />
      </div>
    );
  };
}
