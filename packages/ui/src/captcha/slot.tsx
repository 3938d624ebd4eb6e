/** The place of a captcha in a form. */

import { type ComponentType, type ReactElement, useState } from "react";

/** What the app's component gets. */
export interface CaptchaProps {
  /** Call it with what the widget gives; with an empty text when that has expired. */
  onSolved(response: string): void;
}

/** Name of the input that carries the answer to the form. */
export const captchaInput = "lk-captcha";

/** A part of a form that holds what the widget gave. */
export function captchaSlot(Captcha: ComponentType<CaptchaProps>): () => ReactElement {
  return function CaptchaSlot() {
    const [response, setResponse] = useState("");
    return (
      <div className="lk-captcha">
        <Captcha onSolved={setResponse} />
        <input type="hidden" name={captchaInput} value={response} readOnly />
      </div>
    );
  };
}
