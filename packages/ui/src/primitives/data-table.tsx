/** A table that the server sorts and paginates. On narrow screens, each row becomes a block. */

import type { ReactElement, ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";

/** A column. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** Whether only screen readers get the title, for columns of buttons. */
  readonly hideTitle?: boolean;
  readonly sortable?: boolean;
  cell(row: T): ReactNode;
}

/** The sort order of the rows. */
export interface Sorting {
  readonly by: string;
  readonly direction: "asc" | "desc";
}

/** Props of `DataTable`. */
export interface DataTableProps<T> {
  /** Describes the table to screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  /** `null` while loading. */
  readonly rows: readonly T[] | null;
  readonly rowKey: (row: T) => string;
  /** Text for a table without rows. */
  readonly empty: string;
  readonly sorting?: Sorting | undefined;
  readonly onSort?: ((sorting: Sorting) => void) | undefined;
  /** Whether the rows are about to be replaced. */
  readonly busy?: boolean | undefined;
}

/** A table. */
export function DataTable<T>(props: DataTableProps<T>): ReactElement {
  const { texts } = useAuthUi();
  const { caption, columns, rows, rowKey, empty, busy = false } = props;
  return (
    <div className="lk-table-frame" aria-busy={busy || rows === null || undefined}>
      <table className="lk-table">
        <caption className="lk-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sorting={props.sorting} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} data-title={column.hideTitle ? undefined : column.title}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows === null ? <p className="lk-table-note">{texts.loading}…</p> : null}
      {rows?.length === 0 ? <p className="lk-table-note">{empty}</p> : null}
    </div>
  );
}

interface HeadingProps<T> {
  readonly column: Column<T>;
  readonly sorting: Sorting | undefined;
  readonly onSort: ((sorting: Sorting) => void) | undefined;
}

function Heading<T>({ column, sorting, onSort }: HeadingProps<T>): ReactElement {
  const own = sorting?.by === column.id ? sorting.direction : null;
  const title = column.hideTitle ? <span className="lk-hidden">{column.title}</span> : column.title;
  if (!column.sortable || !onSort) return <th scope="col">{title}</th>;
  const next = own === "asc" ? "desc" : "asc";
  return (
    <th scope="col" aria-sort={own === null ? "none" : own === "asc" ? "ascending" : "descending"}>
      <button type="button" className="lk-table-sort" onClick={() => onSort({ by: column.id, direction: next })}>
        {title}
        <span aria-hidden="true" className="lk-table-arrow" data-direction={own ?? undefined} />
      </button>
    </th>
  );
}

/** Props of `Pager`. */
export interface PagerProps {
  /** The range that is shown, such as "1–20 of 93". */
  readonly summary: string;
  /** Missing if there is no previous page. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** Buttons for the previous and next page. */
export function Pager({ summary, onPrevious, onNext }: PagerProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <nav className="lk-pager" aria-label={texts.pages}>
      <span className="lk-note" role="status">
        {summary}
      </span>
      <Button variant="quiet" blocked={!onPrevious} onClick={onPrevious}>
        {texts.previousPage}
      </Button>
      <Button variant="quiet" blocked={!onNext} onClick={onNext}>
        {texts.nextPage}
      </Button>
    </nav>
  );
}
