/** An email that's shown in full. */

import { Fragment, type ReactElement } from "react";

/** Props for `Email`. */
export interface EmailProps {
  /** An email, or a phone number in its place. */
  readonly value: string;
}

/** Maximum length of an email that fits on a line, in characters. */
const shortLength = 24;

/**
 * Long emails break before the @ and after punctuation, not inside words. They read from left to right even on
 * right-to-left pages.
 */
export function Email({ value }: EmailProps): ReactElement {
  const isShort = value.length <= shortLength;
  const parts = isShort ? [value] : (value.match(/@?[^@._-]*[._-]?/g) ?? []).filter((part) => part !== "");
  return (
    <bdi dir="ltr" className="lk-email">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an email don't move
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
