/** Keyboard shortcuts for the rows of a table. They only work while focus is on a row. */

import { type KeyboardEvent, type RefObject, useState } from "react";
import type { TableKey } from "./table-keys.tsx";

/** The attributes that make a row focusable. */
export interface RowKeyProps {
  readonly tabIndex?: number;
  onKeyDown?(event: KeyboardEvent<HTMLTableRowElement>): void;
  onFocus?(): void;
}

/** Keyboard handling for all rows. */
export interface RowKeys {
  /** What the keys do, in the order of the list that `?` opens. */
  readonly list: readonly TableKey[];
  propsOf(index: number): RowKeyProps;
}

interface Options<T> {
  readonly rows: readonly T[] | null;
  readonly rowKey: (row: T) => string;
  readonly selection?: { readonly keys: ReadonlySet<string>; onChange(keys: ReadonlySet<string>): void } | undefined;
  readonly onOpen?: ((row: T) => void) | undefined;
  readonly shortcuts?: boolean;
  readonly body: RefObject<HTMLTableSectionElement | null>;
}

/** Arrows, Home, and End move. Enter opens, `x` selects, Shift with an arrow selects a range, and Escape clears. */
export function useRowKeys<T>({ rows, rowKey, selection, onOpen, shortcuts = true, body }: Options<T>): RowKeys {
  const [current, setCurrent] = useState(0);
  if (!shortcuts || !rows || (!onOpen && !selection)) return { list: [], propsOf: () => ({}) };
  const last = rows.length - 1;
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(last, to));
    setCurrent(next);
    const row = body.current?.rows[next];
    row?.focus();
  };
  const select = (indices: readonly number[], isToggle: boolean): void => {
    if (!selection) return;
    const keys = new Set(selection.keys);
    for (const index of indices) {
      const row = rows[index];
      if (row === undefined) continue;
      const key = rowKey(row);
      if (isToggle && keys.has(key)) keys.delete(key);
      else keys.add(key);
    }
    selection.onChange(keys);
  };
  const press = (event: KeyboardEvent<HTMLTableRowElement>, index: number): void => {
    // A key in a cell's button or menu isn't for the row.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[index];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (event.shiftKey) select([index, Math.max(0, Math.min(last, index + step))], false);
      move(index + step);
    } else if (event.key === "Home") move(0);
    else if (event.key === "End") move(last);
    else if (event.key === "Enter" && onOpen && row !== undefined) onOpen(row);
    else if (event.key === "x" && selection) select([index], true);
    else if (event.key === "Escape" && selection && selection.keys.size > 0) selection.onChange(new Set());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    list: [
      "move",
      "ends",
      ...(onOpen ? (["open"] as const) : []),
      ...(selection ? (["select", "selectRange", "clear"] as const) : []),
    ],
    propsOf: (index) => ({
      tabIndex: index === Math.min(current, last) ? 0 : -1,
      onKeyDown: (event) => press(event, index),
      onFocus: () => setCurrent(index),
    }),
  };
}
