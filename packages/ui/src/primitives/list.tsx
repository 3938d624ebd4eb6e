/** A list with loading and empty states. */

import type { ReactElement, ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import { classNames } from "./class-names.ts";

/** Props for `List`. */
export interface ListProps<T> {
  /** `null` or `undefined` while the list is loading, or if it failed to load. */
  readonly rows: readonly T[] | null | undefined;
  readonly isLoading?: boolean;
  /** Shown if there are no rows. */
  readonly empty: string;
  readonly className?: string;
  /** Default: `lk-part-text`. */
  readonly loadingClassName?: string;
  /** Renders a row. The element needs a `key`. */
  children(row: T): ReactNode;
}

/** A list with its notes. The list element stays on the page even without rows. */
export function List<T>(props: ListProps<T>): ReactElement {
  const { texts } = useAuthUi();
  const { rows, isLoading = false, empty, className, loadingClassName = "lk-part-text", children } = props;
  return (
    <>
      {isLoading ? <p className={loadingClassName}>{texts.loading}…</p> : null}
      {rows?.length === 0 ? <p className="lk-part-text">{empty}</p> : null}
      <ul className={classNames("lk-list", className)}>{rows?.map(children)}</ul>
    </>
  );
}
