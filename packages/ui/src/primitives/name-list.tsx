/** Names in a line, separated by commas. */

import { Fragment, type ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import { commaOf } from "../texts/join-names.ts";

/** Props for `NameList`. */
export interface NameListProps {
  readonly names: readonly string[];
  /** Whether long names wrap. Default: each name is cut off at its own end, whatever its direction. */
  readonly wrap?: boolean;
}

/** Names that keep their own direction. */
export function NameList({ names, wrap = false }: NameListProps): ReactElement {
  const comma = commaOf(useAuthUi().texts.language);
  return (
    <>
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two users can have the same name
        <Fragment key={at}>
          {at > 0 ? comma : null}
          <bdi className={wrap ? undefined : "lk-name"}>{name}</bdi>
        </Fragment>
      ))}
    </>
  );
}
