/** Radio buttons for the billing interval, such as monthly or yearly. */

import { type ReactElement, useId } from "react";
import { useBillingUi } from "../ui.ts";

export interface IntervalSwitchProps {
  readonly intervals: readonly string[];
  readonly value: string | null;
  /** What paying by the year saves, such as "Save 17%". */
  readonly saving: string | null;
  onChange(interval: string): void;
}

export function IntervalSwitch({ intervals, value, saving, onChange }: IntervalSwitchProps): ReactElement {
  const { pricing } = useBillingUi().texts;
  const name = useId();
  return (
    <fieldset className="lk-switch">
      <legend className="lk-hidden">{pricing.intervals}</legend>
      {intervals.map((interval) => (
        <label key={interval} className="lk-switch-choice">
          <input
            type="radio"
            className="lk-hidden"
            name={name}
            value={interval}
            checked={interval === value}
            onChange={() => onChange(interval)}
          />
          <span className="lk-switch-name">
            {pricing.intervalNames[interval] ?? interval}
            {interval === "year" && saving ? <span className="lk-switch-saving">{saving}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
