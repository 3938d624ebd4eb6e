/** A native select, which works with every keyboard, phone, and screen reader. */

import { type ReactElement, type SelectHTMLAttributes, useId } from "react";
import { classNames } from "./class-names.ts";

/** An option of a select. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** Props of `SelectField`. */
export interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  /** Whether only screen readers get the label, because the context makes it clear. */
  readonly hideLabel?: boolean;
  readonly options: readonly SelectOption[];
  readonly error?: string | null | undefined;
}

/** A native select with its label. */
export function SelectField({
  label,
  hideLabel = false,
  options,
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
        {options.map((choice) => (
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
