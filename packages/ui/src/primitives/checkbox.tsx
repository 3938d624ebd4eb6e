/** A checkbox with its label. */

import { type ChangeEvent, type ReactElement, useId } from "react";

/** Props for `Checkbox`. */
export interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  /** Form value if the checkbox is checked. Default: `on`. */
  readonly value?: string;
  readonly defaultChecked?: boolean;
  /** For a controlled checkbox, with `onChange`. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  onChange?(isChecked: boolean): void;
}

/** A checkbox with its label. */
export function Checkbox({ label, onChange, ...rest }: CheckboxProps): ReactElement {
  const id = useId();
  const change = onChange && (({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange(currentTarget.checked));
  return (
    <div className="lk-checkbox">
      <input type="checkbox" id={id} onChange={change} {...rest} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
