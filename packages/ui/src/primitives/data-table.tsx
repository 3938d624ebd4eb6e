/** A table whose rows, order and pages are the server's. On a narrow screen each row becomes a block of its own. */

import type { ReactElement, ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";

/** A column. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** For screen readers alone: a column of buttons, say. */
  readonly hideTitle?: boolean;
  readonly sortable?: boolean;
  cell(row: T): ReactNode;
}

/** In which order the rows come. */
export interface Sorting {
  readonly by: string;
  readonly direction: "asc" | "desc";
}

/** What `DataTable` takes. */
export interface DataTableProps<T> {
  /** What the table shows, for those who do not see it. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  /** `null`: not known yet. */
  readonly rows: readonly T[] | null;
  readonly keyOf: (row: T) => string;
  /** Where there are none. */
  readonly empty: string;
  readonly sorting?: Sorting | undefined;
  readonly onSort?: ((sorting: Sorting) => void) | undefined;
  /** What is shown is about to be replaced. */
  readonly busy?: boolean | undefined;
}

/** A table. */
export function DataTable<T>(props: DataTableProps<T>): ReactElement {
  const { texts } = useAuthUi();
  const { caption, columns, rows, keyOf, empty, busy = false } = props;
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
            <tr key={keyOf(row)}>
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

/** What `Pager` takes. */
export interface PagerProps {
  /** What is shown, and of how many: "1–20 of 93". */
  readonly summary: string;
  /** Missing: there is none. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** Back and forth between pages. */
export function Pager({ summary, onPrevious, onNext }: PagerProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <nav className="lk-pager" aria-label={texts.pages}>
      <span className="lk-note" role="status">
        {summary}
      </span>
      <Button look="quiet" blocked={!onPrevious} onClick={onPrevious}>
        {texts.previousPage}
      </Button>
      <Button look="quiet" blocked={!onNext} onClick={onNext}>
        {texts.nextPage}
      </Button>
    </nav>
  );
}
