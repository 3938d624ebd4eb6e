/** The skeleton of the pricing table. */

import type { ReactElement } from "react";
import { Skeleton } from "../../primitives/skeleton.tsx";

export function PricesSkeleton(): ReactElement {
  return (
    <ul className="lk-prices" aria-hidden="true">
      {["56%", "72%", "48%"].map((width) => (
        <li key={width} className="lk-card lk-price lk-price-empty">
          <Skeleton width={width} />
          <Skeleton />
          <Skeleton width="40%" />
          <Skeleton />
        </li>
      ))}
    </ul>
  );
}
