/** A table for the seller page, paginated by the server. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement, ReactNode } from "react";
import { type Column, DataTable, Pager } from "../../primitives/data-table.tsx";
import { LoadError } from "../../primitives/load-error.tsx";
import type { Pagination } from "../../primitives/use-pagination.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";

/** Props of every list on the seller page. */
export interface ListProps {
  readonly pageSize: number;
}

/** A page of rows from the server. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** `null` if the server doesn't count the rows. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

/** The result of loading a page. */
export type ListOutcome<Row> =
  | { readonly data: ListPage<Row>; readonly error: null }
  | { readonly data: null; readonly error: ClientError };

/** The pagination parameters of a call. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export interface SellerListProps<Row> extends ListProps {
  readonly caption: string;
  readonly empty: string;
  readonly columns: readonly Column<Row>[];
  readonly pages: Pagination;
  /** A key for the filters besides the page. */
  readonly filter?: string;
  /**
   * Renders the area above the table.
   * @param reload reloads the page
   */
  toolbar?(reload: () => void): ReactNode;
  read(query: PageQuery): Promise<ListOutcome<Row>>;
}

export function SellerList<Row extends { readonly id: string }>(props: SellerListProps<Row>): ReactElement {
  const { caption, empty, columns, pages, pageSize, filter = "", toolbar, read } = props;
  const { cursor } = pages;
  const query = { limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  const { data, error, isPending, reload } = useQuery(
    JSON.stringify([filter, query]),
    () => read(query),
    () => true,
  );
  if (error) {
    return <LoadError error={error} onRetry={reload} />;
  }
  return (
    <>
      {toolbar ? <div className="lk-toolbar">{toolbar(reload)}</div> : null}
      <DataTable
        caption={caption}
        columns={columns}
        rows={data?.rows ?? null}
        rowKey={({ id }) => id}
        empty={empty}
        busy={isPending}
      />
      {data ? <ListPager page={data} pages={pages} pageSize={pageSize} /> : null}
    </>
  );
}

interface ListPagerProps<Row> {
  readonly page: ListPage<Row>;
  readonly pages: Pagination;
  readonly pageSize: number;
}

function ListPager<Row>({ page, pages, pageSize }: ListPagerProps<Row>): ReactElement {
  const { language } = useAuthUi().texts;
  const { seller } = useBillingUi().texts;
  const { rows, total, nextCursor } = page;
  const before = pages.number * pageSize;
  const summary =
    total === null
      ? ""
      : fill(seller.page, {
          from: String(Math.min(before + 1, total)),
          to: String(Math.min(before + rows.length, total)),
          total: total.toLocaleString(language),
        });
  return (
    <Pager
      summary={summary}
      onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
      onNext={nextCursor === null ? undefined : () => pages.next(nextCursor)}
    />
  );
}
