/** A choice of a few: the platform's own, which every keyboard, phone and screen reader knows. */

import { type ReactElement, type SelectHTMLAttributes, useId } from "react";
import { classNames } from "./class-names.ts";

/** One thing to choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What `SelectField` takes. */
export interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  /** For screen readers alone, where what stands around says it. */
  readonly hideLabel?: boolean;
  readonly choices: readonly Choice[];
  readonly error?: string | null | undefined;
}

/** A choice of a few, with its label. */
export function SelectField({
  label,
  hideLabel = false,
  choices,
  error,
  className,
  id,
  ...select
}: SelectFieldProps): ReactElement {
  const own = useId();
  const selectId = id ?? own;
  return (
    <div className={classNames("lk-field", className)}>
      <label className={hideLabel ? "lk-hidden" : "lk-label"} htmlFor={selectId}>
        {label}
      </label>
      <select
        {...select}
        id={selectId}
        className="lk-input lk-select"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${selectId}-note` : undefined}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${selectId}-note`} className="lk-note lk-note-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}
