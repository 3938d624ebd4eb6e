/** Values to copy to another service. */

import type { ReactElement } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Field } from "./field.tsx";

/** A value to copy. */
export interface CopyValue {
  readonly label: string;
  readonly value: string;
  /** Text of the button that copies it. */
  readonly copy: string;
}

/** Read-only fields with buttons that copy them. */
export function CopyValues({ values }: { readonly values: readonly CopyValue[] }): ReactElement {
  return (
    <>
      {values.map(({ label, value, copy }) => (
        <div key={label} className="lk-secret">
          <Field
            label={label}
            name={label}
            value={value}
            readOnly
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            onFocus={({ target }) => {
              target.select();
              // Browsers scroll to the cursor, which is at the end. The start of a long value identifies it.
              target.scrollLeft = 0;
            }}
          />
          <div>
            <CopyButton text={value}>{copy}</CopyButton>
          </div>
        </div>
      ))}
    </>
  );
}
