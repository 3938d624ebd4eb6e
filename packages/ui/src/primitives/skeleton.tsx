/** Gray shapes in the layout of content that is loading. */

import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";

/** Props for `Skeleton`. */
export interface SkeletonProps {
  /** CSS length. Default: the width of the container. */
  readonly width?: string;
  /** Whether it's a placeholder for a picture. */
  readonly round?: boolean;
}

/** The shape of a line of text, or of a picture. */
export function Skeleton({ width, round = false }: SkeletonProps): ReactElement {
  const slot = useSlots();
  const style = width === undefined ? undefined : { width };
  return <span {...slot("skeleton", "lk-skeleton", round && "lk-skeleton-round")} style={style} aria-hidden="true" />;
}

/** Widths of lines, so that they look like text. */
const widths = ["58%", "72%", "46%", "64%", "52%"];
const widthOf = (index: number): string => widths[index % widths.length] ?? "60%";

const numbers = (count: number): number[] => [...Array(count).keys()];

/** The shape of settings rows. */
export function RowsSkeleton({ rows = 3 }: { readonly rows?: number }): ReactElement {
  return (
    <div className="lk-rows" aria-hidden="true">
      {numbers(rows).map((index) => (
        <div key={index} className="lk-row">
          <span className="lk-row-label">
            <Skeleton width="80px" />
          </span>
          <span className="lk-row-value">
            <Skeleton width={widthOf(index)} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** The shape of a list whose items have a name, a line below it, and usually an icon. */
export function ItemsSkeleton({
  rows = 3,
  icons = true,
}: {
  readonly rows?: number;
  readonly icons?: boolean;
}): ReactElement {
  return (
    <div className="lk-rows" aria-hidden="true">
      {numbers(rows).map((index) => (
        <div key={index} className="lk-device">
          {icons ? <Skeleton width="20px" /> : null}
          <div className="lk-list-text">
            <Skeleton width="120px" />
            <Skeleton width={widthOf(index)} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Props for `TableSkeleton`. */
export interface TableSkeletonProps {
  readonly columns: number;
  /** Whether the first column has pictures. */
  readonly pictures?: boolean;
  /** Whether the rows have checkboxes. */
  readonly checks?: boolean;
  /** Lines of a row on narrow screens. Default: 2, like those of `DataTable`. */
  readonly lines?: 1 | 2;
}

/** The shape of a table: eight rows. */
export function TableSkeleton({
  columns,
  pictures = false,
  checks = false,
  lines = 2,
}: TableSkeletonProps): ReactElement {
  return (
    <table className="lk-table lk-table-fixed" aria-hidden="true">
      <tbody>
        {numbers(8).map((row) => (
          <tr key={row}>
            {checks ? (
              <td className="lk-table-check">
                <Skeleton width="16px" />
              </td>
            ) : null}
            <td data-phone="title">
              {pictures ? (
                <span className="lk-person">
                  <Skeleton round />
                  <span className="lk-list-text">
                    <Skeleton width="120px" />
                  </span>
                </span>
              ) : (
                <Skeleton width={widthOf(row)} />
              )}
            </td>
            {numbers(columns - 1).map((column) => (
              <td key={column} data-phone={column === 0 && lines === 2 ? "meta" : "hidden"}>
                <Skeleton width={column === 0 ? "96px" : "64px"} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Props for `Loading`. */
export interface LoadingProps {
  readonly pending: boolean;
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** Shows nothing for 150 ms, then the skeleton for at least 300 ms, then the content. Announces that it's loading. */
export function Loading({ pending, skeleton, children }: LoadingProps): ReactElement {
  const { texts } = useAuthUi();
  const isShown = useSkeleton(pending);
  if (!pending && !isShown) return <>{children}</>;
  return (
    <>
      <span className="lk-hidden">{texts.loading}…</span>
      {isShown ? skeleton : null}
    </>
  );
}

/** In milliseconds: how long a fast response has before the skeleton appears, and how long it then stays. */
const delay = 150;
const minimum = 300;

/** How many skeletons are on the page. One that replaces another appears without the delay, so that neither flashes. */
let shownSkeletons = 0;

/** Returns whether to show a skeleton, so that it neither flashes for fast responses nor disappears right away. */
export function useSkeleton(pending: boolean): boolean {
  const [isShown, setShown] = useState(() => pending && shownSkeletons > 0);
  const since = useRef(isShown ? performance.now() : 0);
  // React can run effects after a timer that they would have cleared.
  const latest = useRef(pending);
  latest.current = pending;
  useEffect(() => {
    if (pending === isShown) return;
    const wait = pending ? delay : Math.max(0, since.current + minimum - performance.now());
    const timer = setTimeout(() => {
      if (latest.current !== pending) return;
      since.current = performance.now();
      setShown(pending);
    }, wait);
    return () => clearTimeout(timer);
  }, [pending, isShown]);
  useEffect(() => {
    if (!isShown) return;
    shownSkeletons++;
    return () => {
      shownSkeletons--;
    };
  }, [isShown]);
  return isShown;
}
