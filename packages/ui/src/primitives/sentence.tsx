/** Text with elements in place of its placeholders, such as a name that keeps its own direction. */

import { Fragment, type ReactElement, type ReactNode } from "react";

/** Props for `Sentence`. */
export interface SentenceProps {
  /** With `{placeholders}`. */
  readonly text: string;
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** Like `fill`, for elements. */
export function Sentence({ text, values }: SentenceProps): ReactElement {
  // The capturing group keeps the placeholders in the result.
  const parts = text.split(/(\{\w+\})/);
  return (
    <>
      {parts.map((part, index) => {
        const name = part.startsWith("{") ? part.slice(1, -1) : null;
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
        return <Fragment key={index}>{name !== null && name in values ? values[name] : part}</Fragment>;
      })}
    </>
  );
}
