/** A table that the server sorts and paginates. On narrow screens, each row has two lines. */

import { type ReactElement, type ReactNode, useRef } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { Icon } from "./icons.tsx";
import { Loading, TableSkeleton } from "./skeleton.tsx";
import { useKeyList } from "./table-keys.tsx";
import { useRowFocus } from "./use-row-focus.ts";
import { type RowKeys, useRowKeys } from "./use-row-keys.ts";

/** A column. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** Whether only screen readers get the title, for columns of buttons. */
  readonly hideTitle?: boolean;
  readonly sortable?: boolean;
  /**
   * CSS width, for tables that keep their columns regardless of what the rows contain. Set it on all columns but one.
   */
  readonly width?: string;
  /**
   * Place on narrow screens: the first line, the second line, the end of the row, below what's at the end, or hidden.
   * Default: `title` for the first column, `end` for columns with `hideTitle`, and `meta` for others.
   */
  readonly phone?: "title" | "meta" | "end" | "end-below" | "hidden";
  /** Whether narrow screens, which have no headings, show the title before the value. */
  readonly titleOnPhone?: boolean;
  /** `end` aligns the cells at the end of the column, for amounts. */
  readonly align?: "end";
  cell(row: T): ReactNode;
}

/** The sort order of the rows. */
export interface Sorting {
  readonly by: string;
  readonly direction: "asc" | "desc";
}

/** The rows that the user selected. */
export interface Selection<T> {
  /** Keys of the selected rows. */
  readonly keys: ReadonlySet<string>;
  /** Accessible name of a row's checkbox, such as "Select Ann". */
  label(row: T): string;
  onChange(keys: ReadonlySet<string>): void;
}

/** Props for `DataTable`. */
export interface DataTableProps<T> {
  /** Describes the table to screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  /** `null` while loading. */
  readonly rows: readonly T[] | null;
  readonly rowKey: (row: T) => string;
  /** Shown in a table without rows: a title, or the props of an `EmptyState`. */
  readonly empty: string | EmptyStateProps;
  readonly sorting?: Sorting | undefined;
  readonly onSort?: ((sorting: Sorting) => void) | undefined;
  /** Whether the rows are about to be replaced. They stay until then. */
  readonly busy?: boolean | undefined;
  /** Replaces the rows, such as an `ErrorPanel`. */
  readonly problem?: ReactNode;
  readonly selection?: Selection<T> | undefined;
  /** Whether the first column has pictures, for the shape of the table while it loads. */
  readonly hasPictures?: boolean;
  /** Opens a row, by click or Enter. Cells should have a link or button for it, too. */
  readonly onOpen?: ((row: T) => void) | undefined;
  /** Whether arrows move between rows, `x` selects, Enter opens, and `?` lists these keys. Default: true. */
  readonly shortcuts?: boolean;
  /** Whether the list of keys names `/`, because the page has a search field for the table. */
  readonly hasSearchKey?: boolean;
}

/** A table. */
export function DataTable<T>(props: DataTableProps<T>): ReactElement {
  const { caption, columns, rows, empty, busy = false, problem } = props;
  const slot = useSlots();
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = useRowKeys({ ...props, body });
  const keyList = useKeyList(props.hasSearchKey && keys.list.length > 0 ? [...keys.list, "search"] : keys.list);
  useRowFocus(body);
  const skeleton = (
    <TableSkeleton columns={columns.length} pictures={props.hasPictures ?? false} checks={Boolean(props.selection)} />
  );
  if (problem) return <div className="lk-table-frame">{problem}</div>;
  if (rows?.length === 0 && !busy) return <EmptyState {...(typeof empty === "string" ? { title: empty } : empty)} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a shortcut for the list of keys
    <div className="lk-table-frame" aria-busy={busy || rows === null || undefined} onKeyDown={keyList.onKeyDown}>
      <Loading pending={rows === null} skeleton={skeleton}>
        <table
          {...slot("table", "lk-table", columns.some(({ width }) => width) && "lk-table-fixed")}
          data-stale={(busy && rows !== null) || undefined}
        >
          <caption className="lk-hidden">{caption}</caption>
          <thead>
            <tr>
              {props.selection ? <SelectAll selection={props.selection} rows={rows} rowKey={props.rowKey} /> : null}
              {columns.map((column, index) => (
                <Heading key={column.id} column={column} index={index} {...props} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows?.map((row, index) => (
              <Row key={props.rowKey(row)} row={row} index={index} keys={keys} {...props} />
            ))}
          </tbody>
        </table>
      </Loading>
      {keyList.dialog}
    </div>
  );
}

interface RowProps<T> extends DataTableProps<T> {
  readonly row: T;
  readonly index: number;
  readonly keys: RowKeys;
}

function Row<T>({ row, index, keys, columns, rowKey, selection, onOpen }: RowProps<T>): ReactElement {
  const slot = useSlots();
  const key = rowKey(row);
  const isSelected = selection?.keys.has(key) ?? false;
  return (
    <tr
      {...slot("tableRow")}
      {...keys.propsOf(index)}
      aria-selected={selection ? isSelected : undefined}
      onClick={onOpen ? (event) => (isInControl(event.target) ? undefined : onOpen(row)) : undefined}
    >
      {selection ? (
        <td className="lk-table-check">
          <input
            type="checkbox"
            aria-label={selection.label(row)}
            checked={isSelected}
            onChange={() => selection.onChange(toggleKey(selection.keys, key))}
          />
        </td>
      ) : null}
      {columns.map((column, place) => (
        <td key={column.id} {...slot("tableCell")} data-phone={phonePlace(column, place)} data-align={column.align}>
          {column.titleOnPhone ? <span className="lk-phone-title">{column.title} </span> : null}
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Whether the target is in a control, such as a button or link. A click on a control doesn't open the row. */
function isInControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, select, label, [role^=menu]") !== null;
}

function phonePlace<T>({ phone, hideTitle }: Column<T>, index: number): NonNullable<Column<T>["phone"]> {
  return phone ?? (hideTitle ? "end" : index === 0 ? "title" : "meta");
}

function toggleKey(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface SelectAllProps<T> extends Pick<DataTableProps<T>, "rows" | "rowKey"> {
  readonly selection: Selection<T>;
}

function SelectAll<T>({ selection, rows, rowKey }: SelectAllProps<T>): ReactElement {
  const { texts } = useAuthUi();
  const all = rows?.map(rowKey) ?? [];
  const count = all.filter((key) => selection.keys.has(key)).length;
  return (
    <th scope="col" className="lk-table-check">
      <input
        type="checkbox"
        aria-label={texts.selectAll}
        checked={count > 0 && count === all.length}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && count < all.length;
        }}
        onChange={() => selection.onChange(new Set(count === all.length ? [] : all))}
      />
    </th>
  );
}

interface HeadingProps<T> extends Pick<DataTableProps<T>, "sorting" | "onSort"> {
  readonly column: Column<T>;
  readonly index: number;
}

function Heading<T>({ column, index, sorting, onSort }: HeadingProps<T>): ReactElement {
  const slot = useSlots();
  const direction = sorting?.by === column.id ? sorting.direction : null;
  const title = column.hideTitle ? <span className="lk-hidden">{column.title}</span> : column.title;
  const look = {
    ...slot("tableHead"),
    "data-phone": phonePlace(column, index),
    "data-align": column.align,
    style: column.width ? { width: column.width } : undefined,
  };
  if (!column.sortable || !onSort)
    return (
      <th scope="col" {...look}>
        {title}
      </th>
    );
  const next = direction === "asc" ? "desc" : "asc";
  return (
    <th
      scope="col"
      {...look}
      aria-sort={direction === null ? "none" : direction === "asc" ? "ascending" : "descending"}
    >
      <button type="button" className="lk-table-sort" onClick={() => onSort({ by: column.id, direction: next })}>
        {title}
        <span data-direction={direction ?? undefined} className="lk-table-arrow">
          <Icon name={direction === "asc" ? "arrow-up" : "arrow-down"} size={14} />
        </span>
      </button>
    </th>
  );
}

/** Props for `Pager`. */
export interface PagerProps {
  /** The range that is shown, such as "1–20 of 93". */
  readonly summary: string;
  /** Missing if there is no previous page. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** Buttons for the previous and next page. With a single page, only the summary. */
export function Pager({ summary, onPrevious, onNext }: PagerProps): ReactElement {
  const { texts } = useAuthUi();
  const isSingle = !onPrevious && !onNext;
  return (
    <nav className="lk-pager" aria-label={texts.pages}>
      <span className="lk-note" role="status">
        {summary}
      </span>
      {isSingle ? null : (
        <>
          <Button variant="secondary" blocked={!onPrevious} onClick={onPrevious}>
            {texts.previousPage}
          </Button>
          <Button variant="secondary" blocked={!onNext} onClick={onNext}>
            {texts.nextPage}
          </Button>
        </>
      )}
    </nav>
  );
}

/** Props for `SelectionBar`. */
export interface SelectionBarProps {
  readonly count: number;
  /** Buttons that act on the selected rows. */
  readonly children: ReactNode;
  onClear(): void;
}

/** Shown above a table while rows are selected: how many, buttons for actions, and a button to clear. */
export function SelectionBar({ count, children, onClear }: SelectionBarProps): ReactElement | null {
  const { texts } = useAuthUi();
  if (count === 0) return null;
  return (
    <div className="lk-selection" role="toolbar" aria-label={texts.selectionLabel}>
      <span role="status">{fill(texts.selected, { count: String(count) })}</span>
      <div className="lk-actions">{children}</div>
      <Button variant="ghost" size="small" onClick={onClear}>
        {texts.clearSelection}
      </Button>
    </div>
  );
}
