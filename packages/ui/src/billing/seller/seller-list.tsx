/** A table for the seller page, paginated by the server. */

import type { ClientError } from "@latchkey/react";
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useEffect } from "react";
import { type Column, DataTable } from "../../primitives/data-table.tsx";
import type { EmptyStateProps } from "../../primitives/empty-state.tsx";
import { ErrorPanel, isDenied } from "../../primitives/error-panel.tsx";
import type { Pagination } from "../../primitives/use-pagination.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { RangePager } from "./range-pager.tsx";

/** Props of every list on the seller page. */
export interface ListProps {
  readonly pageSize: number;
}

/** A page of rows from the server. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
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
  readonly empty: string | EmptyStateProps;
  readonly columns: readonly Column<Row>[];
  readonly pages: Pagination;
  /** A key for the filters in addition to the page. */
  readonly filter?: string;
  /** Filters above the table. They stay when the list fails to load, unless the user lacks the permission. */
  readonly toolbar?: ReactNode;
  /** Opens a row. */
  onOpen?(row: Row): void;
  /** Path of the call that `read` sends. */
  readonly path: string;
  read(query: PageQuery): Promise<ListOutcome<Row>>;
}

export function SellerList<Row extends { readonly id: string }>(props: SellerListProps<Row>): ReactElement {
  const { caption, empty, columns, pages, pageSize, filter = "", toolbar, onOpen, path, read } = props;
  const { cursor } = pages;
  const query = { limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  const { data, error, isPending, reload } = useQuery(
    path,
    JSON.stringify([filter, query]),
    () => read(query),
    () => true,
  );
  return (
    <div>
      {toolbar && !isDenied(error) ? <div className="lk-toolbar">{toolbar}</div> : null}
      <div className="lk-rows">
        <DataTable
          caption={caption}
          columns={columns}
          rows={data?.rows ?? null}
          rowKey={({ id }) => id}
          empty={empty}
          busy={isPending}
          problem={error ? <SellerError error={error} onRetry={reload} /> : undefined}
          onOpen={onOpen}
        />
      </div>
      {data && !error ? (
        <RangePager
          from={pages.number * pageSize}
          shown={data.rows.length}
          total={data.total}
          onPrevious={pages.number > 0 ? pages.previous : undefined}
          onNext={data.nextCursor === null ? undefined : () => pages.next(data.nextCursor as string)}
        />
      ) : null}
    </div>
  );
}

/** Tells the page that the user isn't a seller on this server. */
export const ReportNotSeller: Context<() => void> = createContext(() => {});

/** Why a list on the seller page isn't shown. */
export function SellerError({ error, onRetry }: { readonly error: ClientError; onRetry(): unknown }): ReactElement {
  const refuse = useContext(ReportNotSeller);
  useEffect(() => {
    if (error.status === 403) refuse();
  }, [error, refuse]);
  // A retry can't help users who aren't sellers.
  return <ErrorPanel error={error} onRetry={error.status === 403 ? undefined : onRetry} />;
}
