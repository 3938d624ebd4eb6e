/** A native select, which works with every keyboard, phone, and screen reader. */

import { type ReactElement, type RefObject, type SelectHTMLAttributes, useId, useLayoutEffect, useRef } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { classNames } from "./class-names.ts";
import { FieldNote, noteId } from "./field.tsx";
import { Icon } from "./icons.tsx";

/** An option of a select. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Props for `SelectField`. */
export interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  /** Whether only screen readers get the label, because the context makes it clear. */
  readonly hideLabel?: boolean;
  /** Whether the select has no outline, for cells of a table. */
  readonly plain?: boolean;
  readonly options: readonly SelectOption[];
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
}

/** A native select with its label. */
export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, hideLabel = false, plain = false, options, hint, error, className, id, onChange, ...select } = props;
  const { element, onChosen } = useLateOptions(options, select.defaultValue);
  const slot = useSlots();
  const generatedId = useId();
  const selectId = id ?? generatedId;
  return (
    <div {...slot("field", "lk-field", className)}>
      <label {...slot("label", hideLabel ? "lk-hidden" : "lk-label")} htmlFor={selectId}>
        {label}
      </label>
      <div className={classNames("lk-select", plain && "lk-select-plain")}>
        <select
          {...select}
          {...slot("input", "lk-input")}
          ref={element}
          onChange={(event) => {
            onChosen();
            onChange?.(event);
          }}
          id={selectId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId(selectId) : undefined}
        >
          {options.map((choice) => (
            // Even on right-to-left pages, a Latin name that's too long is cut off at its end.
            <option key={choice.value} value={choice.value} disabled={choice.disabled} dir="auto">
              {choice.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      <FieldNote inputId={selectId} hint={hint} error={error} />
    </div>
  );
}

interface LateOptions {
  readonly element: RefObject<HTMLSelectElement | null>;
  onChosen(): void;
}

/**
 * React preselects only when the select appears. Options that load later are preselected too, unless the user has
 * chosen.
 */
function useLateOptions(options: readonly SelectOption[], preselected: SelectFieldProps["defaultValue"]): LateOptions {
  const element = useRef<HTMLSelectElement>(null);
  const hasChosen = useRef(false);
  const hasDefault = options.some(({ value }) => value === preselected);
  useLayoutEffect(() => {
    const select = element.current;
    if (!hasDefault || !select) return;
    const value = hasChosen.current ? select.value : String(preselected);
    // Forms compare the value with this to find out whether the user changed it. It also selects the option.
    for (const option of select.options) option.toggleAttribute("selected", option.value === preselected);
    select.value = value;
  }, [hasDefault, preselected]);
  return {
    element,
    onChosen: () => {
      hasChosen.current = true;
    },
  };
}
