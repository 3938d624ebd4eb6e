/** A short code from an app, a mail or a piece of paper: typed, pasted, or filled in by the browser. */

import { type ClipboardEvent, type FormEvent, type ReactElement, useRef } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";

/** What `CodeField` takes. */
export interface CodeFieldProps extends Omit<FieldProps, "type" | "inputMode" | "autoComplete" | "maxLength"> {
  /** How many characters it has, without what only groups them. */
  readonly length: number;
  /** Digits alone, or also letters. Default: `digits`. */
  readonly kind?: "digits" | "letters";
  /** Called once it is whole. Default: submits the form. */
  onWhole?(code: string): void;
}

/**
 * One input, not one a character: password managers, screen readers and the clipboard all know what to do with it.
 * Blanks and dashes that come along with a pasted code are dropped.
 */
export function CodeField({ length, kind = "digits", onWhole, className, ...field }: CodeFieldProps): ReactElement {
  const whole = useRef("");
  const clean = (text: string): string => text.replace(kind === "digits" ? /\D/g : /\s/g, "").slice(0, length);
  const put = (input: HTMLInputElement, text: string): void => {
    input.value = clean(text);
    const isNew = input.value !== whole.current;
    whole.current = input.value.length === length ? input.value : "";
    // Once a code: somebody who mends a refused one decides when it goes out.
    if (whole.current === "" || !isNew) return;
    if (onWhole) onWhole(whole.current);
    else input.form?.requestSubmit();
  };
  const onInput = (event: FormEvent<HTMLInputElement>): void => put(event.currentTarget, event.currentTarget.value);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    // A browser would cut off at the limit first, blanks and all.
    event.preventDefault();
    put(event.currentTarget, event.clipboardData.getData("text"));
  };
  return (
    <Field
      {...field}
      className={classNames("lk-code-field", className)}
      type="text"
      inputMode={kind === "digits" ? "numeric" : "text"}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onInput={onInput}
      onPaste={onPaste}
    />
  );
}
