/** The code of an event that has no text. */

import { Fragment, type ReactElement } from "react";

/** Breaks lines after the dots of a code such as `acme.project.create`. */
export function EventCode({ code }: { readonly code: string }): ReactElement {
  return (
    <code className="lk-code">
      {code.split(".").map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a code never change their order
        <Fragment key={at}>
          {at > 0 ? (
            <>
              .<wbr />
            </>
          ) : null}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
