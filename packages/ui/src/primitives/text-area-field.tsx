/** A labeled text field with several lines. */

import { type ReactElement, type TextareaHTMLAttributes, useId } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { FieldNote, noteId } from "./field.tsx";

/** Props for `TextAreaField`. */
export interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown instead of the hint. */
  readonly error?: string | null | undefined;
}

/** A text field with several lines, and its label, hint, and error. */
export function TextAreaField({ label, hint, error, id, ...area }: TextAreaFieldProps): ReactElement {
  const slot = useSlots();
  const generatedId = useId();
  const areaId = id ?? generatedId;
  return (
    <div {...slot("field", "lk-field")}>
      <label {...slot("label", "lk-label")} htmlFor={areaId}>
        {label}
      </label>
      <textarea
        {...area}
        {...slot("input", "lk-input")}
        id={areaId}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId(areaId) : undefined}
      />
      <FieldNote inputId={areaId} hint={hint} error={error} />
    </div>
  );
}
