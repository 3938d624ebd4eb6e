/** The range of rows that is shown, with buttons for other pages. */

import type { ReactElement } from "react";
import { Pager } from "../../primitives/data-table.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";

export interface RangePagerProps {
  /** Number of rows before the first one. */
  readonly from: number;
  readonly shown: number;
  readonly total: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Renders nothing for a single page. */
export function RangePager({ from, shown, total, onPrevious, onNext }: RangePagerProps): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { seller } = useBillingUi().texts;
  if (!onPrevious && !onNext) return null;
  const count = (value: number): string => value.toLocaleString(language);
  const summary = fill(seller.page, {
    from: count(Math.min(from + 1, total)),
    to: count(Math.min(from + shown, total)),
    total: count(total),
  });
  return <Pager summary={summary} onPrevious={onPrevious} onNext={onNext} />;
}
