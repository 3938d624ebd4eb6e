/** The pager for a list. Renders nothing if everything fits on one page. */

import type { ReactElement } from "react";
import { Pager } from "../../primitives/data-table.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import type { ListPage } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import { pageSize, type SearchPages } from "./use-search-pages.ts";

/** Props for `ListPager`. */
export interface ListPagerProps {
  readonly list: SearchPages<ListPage>;
  /** Number of rows on the page. */
  readonly count: number;
}

/** Shows the range of rows, with buttons for other pages. */
export function ListPager({ list, count }: ListPagerProps): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { users } = useAdminUi().texts;
  const { pages, data, total } = list;
  const nextCursor = data?.nextCursor ?? null;
  if (count === 0 || (nextCursor === null && pages.number === 0)) return null;
  const from = pages.number * pageSize;
  const format = (value: number): string => value.toLocaleString(language);
  return (
    <Pager
      summary={fill(users.page, {
        from: format(from + 1),
        to: format(from + count),
        total: format(Math.max(total, from + count)),
      })}
      onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
      onNext={nextCursor === null ? undefined : () => pages.next(nextCursor)}
    />
  );
}
