/** Values to copy to another service. */

import type { ReactElement } from "react";
import { CopyButton } from "./copy-button.tsx";
import { TextAreaField } from "./text-area-field.tsx";

/** A value to copy. */
export interface CopyValue {
  readonly label: string;
  readonly value: string;
  /** Text of the button that copies it. */
  readonly copy: string;
}

/** How many characters fit on a line on a narrow phone. */
const lineLength = 24;

/** Read-only fields that show the whole value, with buttons that copy them. */
export function CopyValues({ values }: { readonly values: readonly CopyValue[] }): ReactElement {
  return (
    <>
      {values.map(({ label, value, copy }) => (
        <div key={label} className="lk-secret">
          <TextAreaField
            label={label}
            name={label}
            value={value}
            // For browsers that can't fit the height to the text.
            rows={Math.ceil(value.length / lineLength)}
            readOnly
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={value} iconOnly>
            {copy}
          </CopyButton>
        </div>
      ))}
    </>
  );
}
