/** An input for a short code that the user types, pastes, or lets the browser fill in. */

import { type ClipboardEvent, type FormEvent, type ReactElement, useRef } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";

/** Props for `CodeField`. */
export interface CodeFieldProps extends Omit<FieldProps, "type" | "inputMode" | "autoComplete" | "maxLength"> {
  /** Number of characters. Separators between digits don't count. */
  readonly length: number;
  /** Whether the code has only digits, or letters too. Default: `digits`. */
  readonly kind?: "digits" | "letters";
  /** Runs when the code is complete. Default: submits the form. */
  onComplete?(code: string): void;
}

/**
 * Uses a single input, because password managers, screen readers, and the clipboard don't work well with one input per
 * character. Removes spaces from pasted codes, and everything except digits from digit-only codes.
 */
export function CodeField({ length, kind = "digits", onComplete, className, ...field }: CodeFieldProps): ReactElement {
  const completeCode = useRef("");
  const clean = (text: string): string => text.replace(kind === "digits" ? /\D/g : /\s/g, "").slice(0, length);
  const setCode = (input: HTMLInputElement, text: string): void => {
    input.value = clean(text);
    const isNew = input.value !== completeCode.current;
    completeCode.current = input.value.length === length ? input.value : "";
    // Submits each code only once, so that a user who corrects a rejected code decides when to send it.
    if (completeCode.current === "" || !isNew) return;
    if (onComplete) onComplete(completeCode.current);
    else input.form?.requestSubmit();
  };
  const onInput = (event: FormEvent<HTMLInputElement>): void => setCode(event.currentTarget, event.currentTarget.value);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    // The browser would truncate at the length limit before spaces are removed.
    event.preventDefault();
    setCode(event.currentTarget, event.clipboardData.getData("text"));
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
