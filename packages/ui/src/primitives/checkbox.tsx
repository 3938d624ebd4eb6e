/** A checkbox with its label. */

import { type ReactElement, useId } from "react";

/** Props of `Checkbox`. */
export interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  readonly defaultChecked?: boolean;
  readonly disabled?: boolean;
}

/** A checkbox with its label. */
export function Checkbox({ name, label, defaultChecked, disabled }: CheckboxProps): ReactElement {
  const id = useId();
  return (
    <div className="lk-checkbox">
      <input type="checkbox" id={id} name={name} defaultChecked={defaultChecked} disabled={disabled} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
