/** Radio buttons as a list, each with a title, a line below it, and a value at the end. */

import { type ReactElement, type ReactNode, useId } from "react";

export interface Choice {
  readonly value: string;
  readonly title: ReactNode;
  readonly hint?: string | undefined;
  /** Shown at the end of the line, such as a price. */
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
}

export interface ChoicesProps {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly value: string | null;
  onChange(value: string): void;
}

export function Choices({ legend, choices, value, onChange }: ChoicesProps): ReactElement {
  const name = useId();
  return (
    <fieldset className="lk-choices">
      <legend className="lk-label">{legend}</legend>
      <div className="lk-choices-list">
        {choices.map((choice) => (
          <label key={choice.value} className="lk-choice">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span className="lk-choice-text">
              <span className="lk-choice-title">{choice.title}</span>
              {choice.hint ? (
                <span className="lk-note lk-block">
                  <bdi>{choice.hint}</bdi>
                </span>
              ) : null}
            </span>
            {choice.aside ? <span className="lk-choice-aside">{choice.aside}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
