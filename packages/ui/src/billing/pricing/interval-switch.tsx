/** Radio buttons for the billing interval, such as monthly or yearly. */

import { type ReactElement, useId } from "react";
import type { PricingTexts } from "./texts.ts";

export interface IntervalSwitchProps {
  readonly intervals: readonly string[];
  readonly value: string | null;
  readonly texts: PricingTexts;
  onChange(interval: string): void;
}

export function IntervalSwitch({ intervals, value, texts, onChange }: IntervalSwitchProps): ReactElement {
  const name = useId();
  return (
    <fieldset className="lk-switch">
      <legend className="lk-hidden">{texts.intervals}</legend>
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
          <span className="lk-switch-name">{texts.intervalNames[interval] ?? interval}</span>
        </label>
      ))}
    </fieldset>
  );
}
